// Imported before everything else: libraries print warnings, and the output of this process is the text.
const ignore = () => {};
Object.assign(globalThis.console, { log: ignore, info: ignore, warn: ignore, error: ignore, debug: ignore });
