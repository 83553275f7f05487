// npm run models                     downloads what the product needs and lists what is present
// npm run models -- whisper-small    downloads an optional model
// npm run models -- --verify         hashes every file; damaged ones are deleted and downloaded again
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ModelError, megabytes } from "@timbre/engines/models/errors.ts";
import { MODELS } from "@timbre/engines/models/manifest.ts";
import { ensureModel, findModel, inspectModel, type ModelProgress } from "@timbre/engines/models/store.ts";

const LINE_EVERY_MS = 3000;
const BAR = 24;

const dir = process.env.MODELS_DIR || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "timbre", "models");

/** A progress bar on a terminal, a line every few seconds in a log. */
function createReporter() {
	const tty = process.stdout.isTTY === true;
	let started = performance.now();
	let base = 0;
	let phase = "";
	let shown = 0;
	let last = -1;
	return {
		progress({ model, phase: now, received, total }: ModelProgress) {
			if (now !== phase) {
				phase = now;
				started = performance.now();
				base = received;
				shown = 0;
				last = -1;
			}
			if (received === last) return;
			last = received;
			const at = performance.now();
			if (at - shown < (tty ? 100 : LINE_EVERY_MS) && received < total) return;
			if (!tty && shown === 0 && received < total) {
				shown = at;
				return;
			}
			shown = at;
			const speed = (received - base) / Math.max(0.001, (at - started) / 1000);
			const share = total > 0 ? received / total : 0;
			const left = speed > 0 ? `${Math.ceil((total - received) / speed)} s left` : "";
			const figures = `${Math.round(received / 1e6)} of ${Math.round(total / 1e6)} MB`;
			const pace = now === "downloading" ? `  ${(speed / 1e6).toFixed(1)} MB/s  ${left}` : "";
			const verb = now === "waiting" ? "another process is downloading it" : now;
			const bar = tty ? `${"█".repeat(Math.round(share * BAR)).padEnd(BAR, "░")} ` : "";
			process.stdout.write(`${tty ? "\r\x1b[K" : ""}${model}  ${bar}${verb}  ${figures}${pace}${tty ? "" : "\n"}`);
		},
		line(text: string) {
			phase = "";
			console.log(`${tty ? "\r\x1b[K" : ""}${text}`);
		},
	};
}

async function main() {
	const { values, positionals } = parseArgs({
		options: { verify: { type: "boolean", default: false } },
		allowPositionals: true,
	});
	const ids = positionals.length > 0 ? positionals : MODELS.filter((model) => !model.optional).map((model) => model.id);
	for (const id of ids) findModel(id);

	const reporter = createReporter();
	const abort = new AbortController();
	process.once("SIGINT", () => abort.abort());
	let bytes = 0;
	for (const id of ids) {
		const model = findModel(id);
		const size = model.files.reduce((sum, file) => sum + file.size, 0);
		const begun = performance.now();
		if (values.verify)
			for (const { file, state } of await inspectModel(id, { dir, full: true, signal: abort.signal }))
				if (state === "wrong-hash" || state === "wrong-size") {
					await rm(join(dir, id, file.name), { force: true });
					reporter.line(`${id}/${file.name} was damaged and has been deleted; downloading it again.`);
				}
		await ensureModel(id, { dir, signal: abort.signal, onProgress: reporter.progress });
		bytes += size;
		const seconds = (performance.now() - begun) / 1000;
		reporter.line(
			`${id.padEnd(16)} ${megabytes(size).padStart(7)}  ${seconds.toFixed(1).padStart(6)} s  ${model.license}  (${model.attribution})`,
		);
	}
	console.log(`${megabytes(bytes)} in ${dir}`);
}

try {
	await main();
} catch (error) {
	if (!(error instanceof ModelError)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = error.code === "cancelled" ? 130 : 1;
}
