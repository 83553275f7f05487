// npm run e2e:openapi: schemathesis generates requests from docs/api/openapi.json against the product with the fake engine.
// Every response must match the document, and none may be a 5xx.
//   npm run e2e:openapi -- -k history_list     further arguments are passed to pytest
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@timbre/server/core/config.ts";
import { seed } from "../../seed/main.ts";
import { ROOT } from "../../tools/generated.ts";
import { ensurePython, pytest } from "../../tools/python.ts";
import { startStack } from "../../tools/stack/stack.ts";
import { recordingOf, storyText } from "../sdk/recordings.ts";
import { prepareWorld } from "./world.ts";

const python = await ensurePython(join(import.meta.dirname, "requirements.txt"));
const dataDir = await mkdtemp(join(tmpdir(), "timbre-openapi-"));
const stack = await startStack({
	dataDir,
	engines: "fake",
	web: "none",
	env: {
		LOG_LEVEL: "warn",
		// Each request has its own address, because limits per visitor are not tested here.
		TRUST_PROXY: "true",
		// Resource builders encrypt secrets with the default.
		AUTH_SECRET: loadConfig({}).AUTH_SECRET,
	},
});
let code = 1;
try {
	await stack.waitForVoice();
	const config = loadConfig(stack.env);
	await seed(config, ["base"], () => {});
	const startedAt = performance.now();
	const callers = join(dataDir, "callers.json");
	const recording = join(dataDir, "recording.wav");
	await writeFile(recording, await recordingOf(storyText));
	await writeFile(callers, JSON.stringify(await prepareWorld(config, stack.apiUrl, await readFile(recording))));
	console.log(`prepared callers in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
	const env = {
		TIMBRE_URL: stack.apiUrl,
		TIMBRE_OPENAPI: join(ROOT, "docs/api/openapi.json"),
		TIMBRE_CALLERS: callers,
		TIMBRE_RECORDING: recording,
	};
	code = await pytest(python, import.meta.dirname, { title: "OpenAPI", report: "schemathesis.json", env });
} finally {
	await stack.stop();
	await rm(dataDir, { recursive: true, force: true });
}
process.exit(code);
