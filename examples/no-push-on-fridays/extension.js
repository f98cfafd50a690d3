// Objects to what leaves the machine on one day of the week, and writes down what ran.
const { extensions, window, workspace } = require('vscode');

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

exports.activate = async context => {
  /** @type {import('../sluice').SluiceApi} */
  const sluice = await extensions.getExtension('sluice.sluice').activate();
  const log = window.createOutputChannel('No Push on Fridays');

  const objection = sluice.onWillRun('No Push on Fridays', ({ effects }) => {
    const day = workspace.getConfiguration('noPush').get('day', 'Friday');
    // By what it does, not by its name: an alias of push, or gh, has the same effect.
    const objects = effects.includes('writes-remote') && DAYS[new Date().getDay()] === day;
    return objects ? { deny: `Nothing leaves this machine on a ${day}.` } : undefined;
  });

  const record = sluice.onDidRun(({ ok, command, origin }) => {
    log.appendLine(`${ok ? 'ran' : 'failed'}: ${command}, asked for by ${origin}`);
  });

  context.subscriptions.push(log, objection, record);
};
