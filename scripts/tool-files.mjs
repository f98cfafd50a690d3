// What is made of the table of tools (src/core/tools/tools.ts): a part of the manifest, its texts, a page, the schemas.

/** The manifest's list: the tools that chats can call. What a model reads is English, like the commands it writes. */
export const manifestTools = (tools, schemaOf, needs) =>
  tools
    .filter(({ doors }) => doors === undefined || doors.includes('chat'))
    .map(tool => ({
      name: tool.name,
      displayName: `%${titleKey(tool)}%`,
      toolReferenceName: tool.reference,
      canBeReferencedInPrompt: true,
      icon: tool.icon,
      tags: ['sluice', tool.toolset],
      when: needs(tool.toolset)
        .map(toolset => `config.sluice.tools.${toolset}`)
        .join(' && '),
      userDescription: `%${summaryKey(tool)}%`,
      modelDescription: tool.description,
      inputSchema: schemaOf(tool),
    }));

const titleKey = ({ name }) => `tools.${name}.title`;
const summaryKey = ({ name }) => `tools.${name}.summary`;

/** The manifest's texts with those of these tools, in order. */
export function textsWith(texts, tools) {
  const others = Object.entries(texts).filter(([key]) => !key.startsWith('tools.'));
  const ours = tools
    .filter(({ doors }) => doors === undefined || doors.includes('chat'))
    .flatMap(tool => [
      [titleKey(tool), tool.title],
      [summaryKey(tool), tool.summary],
    ]);
  return Object.fromEntries([...others, ...ours].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Every schema by the name of its tool: what callers rely on. */
export const schemasOf = (tools, schemaOf) => Object.fromEntries(tools.map(tool => [tool.name, schemaOf(tool)]));

/** The page for people. */
export function toolsPage(tools, schemaOf, toolsets) {
  const sections = Object.entries(toolsets).flatMap(([toolset, about]) => {
    const its = tools.filter(tool => tool.toolset === toolset);
    return its.length === 0
      ? []
      : [
          `## ${toolset}`,
          `${about} Setting: \`sluice.tools.${toolset}\`.`,
          tableOf(its),
          ...its.map(tool => sectionOf(tool, schemaOf(tool))),
        ];
  });
  return `${[
    '# Tools',
    'What models are offered, the same in chats, over MCP and in `sluice tools`. This page is made by `npm run tools`.',
    ...sections,
  ].join('\n\n')}\n`;
}

const tableOf = tools =>
  [
    '| tool | in a chat | what it does | only reads |',
    '|---|---|---|---|',
    ...tools.map(
      ({ name, reference, doors, summary, effects }) =>
        `| \`${name}\` | ${doors === undefined || doors.includes('chat') ? `\`#${reference}\`` : `${doors.join(', ').toUpperCase()} only`} | ${cell(summary)} | ${effects.readOnly ? 'yes' : ''} |`,
    ),
  ].join('\n');

function sectionOf({ name, description, examples }, { properties = {}, required = [] }) {
  const fields = Object.entries(properties).map(
    ([field, schema]) =>
      `| \`${field}\`${required.includes(field) ? '' : '?'} | ${cell(typeOf(schema))} | ${cell(schema.description ?? '')} |`,
  );
  return [
    `### ${name}`,
    description,
    ...(fields.length === 0 ? [] : [['| field | type | meaning |', '|---|---|---|', ...fields].join('\n')]),
    ['```json', ...examples.map(({ input }) => JSON.stringify(input)), '```'].join('\n'),
  ].join('\n\n');
}

function typeOf({ type, items, enum: values, const: value, anyOf }) {
  if (values !== undefined) return values.map(each => JSON.stringify(each)).join(' or ');
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  return type === 'array' ? `list of ${typeOf(items ?? {})}` : String(type ?? 'anything');
}

const cell = text => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
