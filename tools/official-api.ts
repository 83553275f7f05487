import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

export type Operations = { paths: Record<string, Record<string, unknown>> };

const methods = new Set(["get", "post", "put", "patch", "delete"]);

/** The official API as its CLI describes it. */
export async function officialApi(): Promise<Operations> {
	const cli = dirname(createRequire(import.meta.url).resolve("@elevenlabs/cli/package.json"));
	const program = join(cli, "..", "..", ".bin", "elevenlabs");
	const { stdout } = await promisify(execFile)(program, ["--spec-raw"], { maxBuffer: 64 * 1_048_576 });
	return JSON.parse(stdout) as Operations;
}

/** Operations such as "get /v1/voices/{}", without the names of parameters. */
export function operationsOf({ paths }: Operations): string[] {
	return Object.entries(paths).flatMap(([path, operations]) =>
		Object.keys(operations)
			.filter((method) => methods.has(method))
			.map((method) => operationName(method, path)),
	);
}

export function operationName(method: string, path: string): string {
	return `${method.toLowerCase()} ${path.replaceAll(/\{\w+\}/g, "{}").replace(/\/$/, "")}`;
}
