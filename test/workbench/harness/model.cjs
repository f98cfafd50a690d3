// A model that answers by a script which the suites set: test/workbench/support/model.ts.
const { LanguageModelTextPart, LanguageModelToolCallPart, lm } = require('vscode');

const info = {
  ...{ id: 'scripted', name: 'Scripted', family: 'scripted', version: '1' },
  ...{ maxInputTokens: 100_000, maxOutputTokens: 10_000, isUserSelectable: true, isDefault: true },
  capabilities: { toolCalling: true },
};

exports.register = () =>
  lm.registerLanguageModelChatProvider('sluice-test', {
    provideLanguageModelChatInformation: () => [info],
    async provideLanguageModelChatResponse(_model, messages, { tools = [] }, progress) {
      const parts = globalThis.sluiceTestModel?.(messages, tools) ?? [{ text: 'Nothing to say.' }];
      for (const { text, call, input } of parts)
        progress.report(
          call === undefined
            ? new LanguageModelTextPart(text)
            : new LanguageModelToolCallPart(`call-${Math.random()}`, call, input),
        );
    },
    provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text.length : 400) / 4),
  });
