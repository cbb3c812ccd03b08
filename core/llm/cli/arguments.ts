interface Filling {
  model: string | null;
  /** Null where no schema is given along. */
  schema: { file: string; json: string } | null;
  outputFile: string;
  promptFile: string;
}

/** A Linux argument is limited to this many bytes, its end included. */
export const LARGEST_ARGUMENT = 128 * 1024 - 1;

/**
 * The arguments of a template. `{?model:…}` and `{?schema:…}` stand for an argument that is left out without a model or a
 * schema. What is filled in is not looked through for further placeholders.
 */
export function argumentsOf(template: readonly string[], filling: Filling): string[] {
  const { model, schema, outputFile, promptFile } = filling;
  const values: Readonly<Record<string, string>> = {
    model: model ?? '',
    schema_file: schema?.file ?? '',
    schema_json: schema?.json ?? '',
    output_file: outputFile,
    prompt_file: promptFile,
  };
  const has: Readonly<Record<string, boolean>> = { model: model !== null, schema: schema !== null };
  return template.flatMap((one) => {
    const [, condition, group] = /^\{\?(model|schema):([\s\S]*)\}$/.exec(one) ?? [];
    if (condition !== undefined && has[condition] !== true) return [];
    return [(group ?? one).replaceAll(/\{([a-z_]+)\}/g, (all, name: string) => values[name] ?? all)];
  });
}
