// Not awaited: the editor must not wait for the suites before it goes on starting.
exports.activate = () => void require(process.env.SLUICE_RUN).run().catch(console.error);
