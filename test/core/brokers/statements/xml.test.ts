import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  flexCode,
  looksLikeFlex,
  readFlex,
  readFlexAnswer,
  StatementError,
  type StatementFault,
  XML_LIMITS,
} from '../../../../core/brokers/statements/index.ts';
import {
  flexAction,
  flexCash,
  flexElement,
  flexPosition,
  flexReport,
  flexTax,
  flexTrade,
} from '../../../support/flex-statement.ts';
import { readAll } from './reading.ts';
import { sampled } from '../../../support/soak.ts';

const REPORT = `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- made -->\n${flexReport(
  {
    positions: [flexPosition(), flexPosition({ conid: '2', symbol: 'ÜBER', description: 'Ü & “Söhne” <𝄞>' })],
    trades: [
      flexTrade(),
      flexTrade({ tradeID: '2', assetCategory: 'OPT' }),
      flexTrade({ tradeID: '3', quantity: 'x' }),
    ],
    cash: [flexTax(), flexCash()],
    actions: [flexAction()],
  },
  { account: 'U7654321', trades: [flexTrade({ tradeID: '4' })] },
)}`;

async function refused(fault: StatementFault, pieces: string | readonly (Uint8Array | string)[]) {
  await assert.rejects(readAll(pieces), (error) => {
    assert.ok(error instanceof StatementError, String(error));
    assert.equal(error.fault, fault, error.message);
    return true;
  });
}

/** Cuts something at these places. */
function cut<T extends { length: number; subarray(from: number, to?: number): T }>(
  whole: T,
  places: number[],
): T[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)).toSorted((one, other) => one - other)];
  return at.map((from, index) => whole.subarray(from, at[index + 1] ?? whole.length));
}

describe('a Flex document as it arrives', () => {
  it('gives the same rows however its bytes are cut, in either kind of line end', async () => {
    for (const text of [REPORT, REPORT.replaceAll('\n', '\r\n')]) {
      const whole = await readAll(text);
      assert.equal(whole.length, 11);
      const bytes = Buffer.from(text);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 60 }), async (places) => {
          assert.deepEqual(await readAll(cut<Uint8Array>(bytes, places)), whole);
        }),
        { numRuns: sampled(20, 2_000) },
      );
      assert.deepEqual(await readAll([...bytes].map((byte) => Uint8Array.of(byte))), whole);
    }
  });

  it('is refused wherever it breaks off, and gives nothing that would have to wait for the rest', async () => {
    const bytes = Buffer.from(REPORT);
    const end = Buffer.from(REPORT.trimEnd()).length;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: end - 1 }), async (length) => {
        const seen: string[] = [];
        await assert.rejects(async () => {
          for await (const entries of readFlex(once(bytes.subarray(0, length))))
            seen.push(...entries.map(({ kind }) => kind));
        }, StatementError);
        assert.ok(!seen.includes('position'));
      }),
      { numRuns: sampled(50, 5_000) },
    );
  });

  it('never does anything but refuse what was changed at random', async () => {
    const bytes = Buffer.from(REPORT);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 5,
        }),
        async (changes) => {
          const changed = Uint8Array.from(bytes);
          for (const [at, byte] of changes) changed[at] = byte;
          try {
            await readAll([changed]);
          } catch (error) {
            assert.ok(error instanceof StatementError, String(error));
          }
        },
      ),
      { numRuns: sampled(60, 10_000) },
    );
  });

  it('says in which line it is wrong, and quotes nothing of it', async () => {
    await assert.rejects(readAll('<FlexQueryResponse>\n<secret-word>\n</other>'), (error: Error) => {
      assert.match(error.message, /line 3/);
      assert.ok(!error.message.includes('secret'));
      return true;
    });
  });

  it('is no statement when its root is another', async () => {
    await refused('not_flex', '<Samples><Trade/></Samples>');
    await refused('not_flex', '<html><body>Log in</body></html>');
    await refused('malformed', '');
    await refused('malformed', 'not XML at all');
    await refused('malformed', '{"error":"json"}');
  });

  it('may not bring entities or a document type of its own', async () => {
    const laughs =
      '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>';
    await refused('malformed', `${laughs}<FlexQueryResponse queryName="&lol2;"></FlexQueryResponse>`);
    await refused('malformed', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><FlexQueryResponse/>');
    await refused('malformed', '<FlexQueryResponse queryName="&xxe;"/>');
  });

  it('may not nest deeper than any statement does', async () => {
    const deep = '<FlexQueryResponse>'.repeat(XML_LIMITS.depth + 1);
    await refused('too_large', deep);
    await refused('too_large', [`<FlexQueryResponse>${'<a>'.repeat(100_000)}`]);
  });

  it('may not have a tag, a text, a comment or a name without end', async () => {
    const long = 'x'.repeat(XML_LIMITS.tagLength + 40_000);
    for (const start of ['<Trade symbol="', '<Trade ', '<', '<!--', '<![CDATA[', 'text ', '<?pi ', '&'])
      await refused('too_large', `<FlexQueryResponse>${start}${long}`);
    const many = Array.from({ length: XML_LIMITS.attributes + 1 }, (_, at) => `a${at}="1"`).join(' ');
    await refused('too_large', `<FlexQueryResponse><Trade ${many}/></FlexQueryResponse>`);
  });

  it('may have attributes named like parts of an object', async () => {
    const odd = flexElement('Trade', { ...flexTrade(), constructor: 'x' }).replace(
      ' />',
      ' __proto__="y" />',
    );
    const text = flexReport({ trades: [] }).replace('<Trades>', `<Trades>${odd}`);
    assert.equal((await readAll(text)).filter(({ kind }) => kind === 'trade').length, 1);
  });

  it('is read in memory that does not grow with its trades', async () => {
    const rows = sampled(3_000, 30_000);
    let given = 0;
    async function* source() {
      const [head = '', tail = ''] = flexReport({ trades: [] }).split('</Trades>');
      yield head;
      for (; given < rows; given += 100) {
        const some = Array.from({ length: 100 }, (_, at) =>
          flexElement('Trade', flexTrade({ tradeID: given + at })),
        );
        yield some.join('\n');
      }
      yield `</Trades>${tail}`;
    }
    let read = 0;
    let most = 0;
    for await (const entries of readFlex(source())) {
      read += entries.length;
      // What was read is never far behind what came.
      most = Math.max(most, given - read);
    }
    assert.equal(read, rows + 1);
    assert.ok(most <= 300, `${most} rows waited`);
  }).timeout(600_000);

  it('lets others have their turn', async () => {
    const text = flexReport({ trades: Array.from({ length: 4000 }, (_, at) => flexTrade({ tradeID: at })) });
    let turns = 0;
    let isReading = true;
    const counting = (): void => {
      turns += 1;
      if (isReading) setImmediate(counting);
    };
    setImmediate(counting);
    await readAll(text);
    isReading = false;
    assert.ok(turns > 10, `${turns} turns`);
  });
});

async function* once(bytes: Uint8Array) {
  yield bytes;
}

describe('an answer of the Flex Web Service', () => {
  it('says where the statement is', async () => {
    const answer = await readFlexAnswer(
      `<FlexStatementResponse timestamp='28 August, 2026 10:37 AM EDT'>\n<Status>Success</Status>\n` +
        '<ReferenceCode>1234567890</ReferenceCode>\n<Url>https://gdcdyn.interactivebrokers.com/a?b=1&amp;c=2</Url>\n' +
        '</FlexStatementResponse>',
    );
    assert.deepEqual(answer, {
      status: 'Success',
      code: null,
      message: null,
      reference: '1234567890',
      url: 'https://gdcdyn.interactivebrokers.com/a?b=1&c=2',
    });
  });

  it('says why there is none, with and without a timestamp', async () => {
    for (const stamp of ['', " timestamp='21 June, 2023 12:44 AM EDT'"]) {
      const answer = await readFlexAnswer(
        `<FlexStatementResponse${stamp}>\n  <Status>Warn</Status>\n  <ErrorCode>1019</ErrorCode>\n` +
          '  <ErrorMessage>Statement generation in progress. Please try again shortly.</ErrorMessage>\n</FlexStatementResponse>',
      );
      assert.deepEqual([answer.status, answer.code], ['Warn', 1019]);
      assert.equal(flexCode(answer.code).advice, 'poll');
    }
  });

  it('a statement is none', async () => {
    await assert.rejects(readFlexAnswer(flexReport()), StatementError);
  });

  it('unknown words and codes are told from known ones', async () => {
    const answer = await readFlexAnswer(
      '<FlexStatementResponse><Status>Perhaps</Status><ErrorCode>soon</ErrorCode></FlexStatementResponse>',
    );
    assert.deepEqual([answer.status, answer.code], ['unknown', null]);
    assert.equal(flexCode(4711).advice, 'fails');
  });
});

describe('the beginning of a Flex document', () => {
  for (const start of [
    '<FlexQueryResponse queryName="x">',
    '\ufeff<FlexQueryResponse\n',
    '<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- a -- b -->\n<FlexQueryResponse type="AF">',
    '<FlexStatementResponse>',
  ]) {
    it(`is known by ${JSON.stringify(start)}`, () => assert.ok(looksLikeFlex(start)));
  }
  for (const start of [
    '<FlexQuery',
    '<html>',
    '<?xml version="1.0"?><Samples/>',
    'Symbol,<FlexQueryResponse>',
    '',
  ]) {
    it(`is not ${JSON.stringify(start)}`, () => assert.ok(!looksLikeFlex(start)));
  }
});
