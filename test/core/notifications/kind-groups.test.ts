import assert from 'node:assert/strict';
import fc from 'fast-check';
import { GROUP_NAMES, GROUPS, type Mode, MODES } from '../../../core/notifications/kind.ts';
import {
  groupSettings,
  type ModeInForce,
  modesOfGroups,
  settingsSentence,
} from '../../../core/notifications/kind-groups.ts';
import { KIND_NAMES, type KindName, KINDS } from '../../../core/notifications/kinds.ts';

const REPORTS: KindName[] = ['morning_portfolio_report', 'hourly_portfolio_update', 'eod_portfolio_report'];
const INCOME: KindName[] = ['income_declared', 'income_entitled', 'income_paid'];
const allowed = (kind: KindName): readonly Mode[] => KINDS[kind].modes;

/** Kinds by their defaults, with what the person chose. */
const inForce = (kinds: readonly KindName[], chosen: Partial<Record<KindName, Mode>> = {}): ModeInForce[] =>
  kinds.map((kind) => ({ kind, mode: chosen[kind] ?? KINDS[kind].mode, default_mode: KINDS[kind].mode }));

describe('groups of notices', () => {
  it('every kind is in exactly one of five groups', () => {
    const groups = groupSettings(inForce(KIND_NAMES));
    assert.deepEqual(
      groups.map(({ title }) => title),
      ['Reports', 'What you own', 'Alerts', 'Trading', 'Munim itself'],
    );
    assert.deepEqual(groups.flatMap(({ kinds }) => kinds).toSorted(), KIND_NAMES.toSorted());
  });

  it('a group has the mode that its kinds share, and the modes that each of them allows', () => {
    const [group] = groupSettings(inForce(REPORTS));
    assert.deepEqual(group, {
      group: 'reports',
      title: GROUPS.reports,
      mode: null,
      modes: ['loud', 'silent', 'off'],
      kinds: REPORTS,
    });
    assert.equal(groupSettings(inForce(REPORTS, { hourly_portfolio_update: 'loud' }))[0]?.mode, 'loud');
    // Orders that wait for an approval may not be switched off.
    assert.deepEqual(groupSettings(inForce(['policy_plan', 'policy_digest']))[0]?.modes, ['loud', 'silent']);
    // A sign-in code always sounds: it leaves no choice and does not count.
    const own = groupSettings(inForce(['import_finished', 'login_code']))[0];
    assert.deepEqual([own?.mode, own?.modes], ['silent', ['loud', 'silent', 'off']]);
    assert.deepEqual(groupSettings(inForce(['login_code']))[0]?.modes, []);
  });

  it('a choice for a group sets its shown kinds that leave a choice, and a mode that one forbids is refused', () => {
    const groups = groupSettings(inForce(['import_finished', 'login_code', ...REPORTS]));
    assert.deepEqual(modesOfGroups({ munim: 'off' }, groups), { import_finished: 'off' });
    assert.deepEqual(
      modesOfGroups({ reports: 'silent' }, groups),
      Object.fromEntries(REPORTS.map((kind) => [kind, 'silent'])),
    );
    assert.throws(() => modesOfGroups({ munim: 'off' }, groupSettings(inForce(KIND_NAMES))), {
      code: 'VALIDATION_ERROR',
    });
    assert.deepEqual(modesOfGroups({ trading: 'off' }, groups), {});
  });

  for (const [what, kinds, chosen, sentence] of [
    [
      'defaults',
      [...REPORTS, 'alert_fired', ...INCOME],
      {},
      'By default you get the morning report, the evening report and your alerts with a sound, and one message a day with the value of each hour and income from your holdings without a sound.',
    ],
    ['one mode only', ['alert_fired'], {}, 'By default you get your alerts with a sound.'],
    [
      'what was changed',
      [...REPORTS, 'sip_reminder'],
      { eod_portfolio_report: 'off', sip_reminder: 'silent' },
      'You get the morning report with a sound, and one message a day with the value of each hour and SIP reminders without a sound; switched off: the evening report.',
    ],
    [
      'a name that kinds of two modes would share',
      INCOME,
      { income_paid: 'loud' },
      'You get income received with a sound, and dividends announced and dividend entitlements without a sound.',
    ],
    ['all off', ['alert_fired'], { alert_fired: 'off' }, 'You get no notices; switched off: your alerts.'],
  ] satisfies [string, KindName[], Partial<Record<KindName, Mode>>, string][])
    it(`the sentence of ${what}`, () => assert.equal(settingsSentence(inForce(kinds, chosen)), sentence));

  it('whatever was chosen, the sentence names each kind under its mode and no other', () => {
    const choice = fc.record(
      Object.fromEntries(KIND_NAMES.map((kind) => [kind, fc.constantFrom(...allowed(kind))])),
    );
    fc.assert(
      fc.property(choice, (modes) => {
        const kinds = inForce(KIND_NAMES, modes);
        const sentence = settingsSentence(kinds);
        const [, loud = '', silent = '', off = ''] =
          /^(?:By default you|You) get (?:(.*) with a sound)?(?:, and )?(?:(.*) without a sound)?(?:; switched off: (.*))?\.$/.exec(
            sentence,
          ) ?? assert.fail(sentence);
        const texts: Record<Mode, string> = { loud, silent, off };
        for (const { kind, mode } of kinds) {
          const { phrase, title } = KINDS[kind];
          const names = [phrase ?? title, title].map((name) => name.toLowerCase());
          for (const one of MODES) {
            const isNamed = names.some((name) =>
              texts[one]
                .toLowerCase()
                .split(/, | and /)
                .includes(name),
            );
            assert.equal(isNamed, one === mode, `${kind} as ${one}: ${sentence}`);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('the groups of the settings are named for chats and addresses', () => {
    for (const name of GROUP_NAMES) assert.match(name, /^[a-z]+$/);
  });
});
