import assert from 'node:assert/strict';
import { ASSISTANT_RULES } from './assistant-rules.ts';
import { EXPORT_RULES } from './export-rules.ts';
import { graphOf, productTree, type Tree } from './import-graph.ts';
import { planted, RULES } from './rules.ts';
import { SENTENCE_RULES } from './sentence-rules.ts';

describe('architecture', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const tree: Tree = productTree();
  const graph = graphOf(tree);

  it('reads the whole tree', () => {
    assert.ok(tree.size > 500, `only ${tree.size} files found`);
    assert.ok(graph.length > 2000, `only ${graph.length} imports found`);
  });

  for (const rule of [...RULES, ...EXPORT_RULES, ...ASSISTANT_RULES, ...SENTENCE_RULES]) {
    it(rule.title, () => {
      assert.deepEqual(rule.broken(tree, graph), []);
    });

    it(`a planted file is caught by the rule: ${rule.title}`, () => {
      for (const pairs of rule.planted) {
        const grown = planted(tree, pairs);
        assert.notDeepEqual(
          rule.broken(grown.tree, grown.graph),
          [],
          `nothing was said of ${pairs.join(': ')}`,
        );
      }
    });
  }
});
