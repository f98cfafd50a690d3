// The tests run in the editor and the browser is driven from here: they speak by JSON over HTTP.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** Serves `actions` on a free port of this machine; gives the address and a way to close it. */
export async function serve(actions) {
  const server = createServer(async (request, response) => {
    const answer = await perform(actions, request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise((done, failed) => server.on('error', failed).listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function perform(actions, request) {
  try {
    const name = request.url.slice(1);
    if (!Object.hasOwn(actions, name)) throw new Error(`There is no action ${JSON.stringify(name)}.`);
    return { value: (await actions[name](JSON.parse(await text(request)))) ?? null };
  } catch (error) {
    return { error: error.message };
  }
}
