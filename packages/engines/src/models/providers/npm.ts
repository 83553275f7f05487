import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type Connection, getJson } from "../http.ts";
import type { NpmPackage } from "../manifest.ts";

/** The npm registry that this machine uses, and how to reach it. */
export type Registry = { url: string; connection: Connection };

/**
 * Reads npm's configuration, so that mirrors, proxies and certificates set up for `npm install` also apply to models.
 * Returns undefined if npm is not installed.
 */
export async function findRegistry(): Promise<Registry | undefined> {
	let settings: Record<string, unknown>;
	try {
		const { stdout } = await promisify(execFile)("npm", ["config", "list", "--json"], {
			shell: process.platform === "win32",
			maxBuffer: 1 << 24,
		});
		settings = JSON.parse(stdout);
	} catch {
		return undefined;
	}
	const setting = (name: string) => (typeof settings[name] === "string" && settings[name] ? settings[name] : undefined);
	const url = setting("registry");
	if (!url) return undefined;
	const cafile = setting("cafile");
	const ca = cafile ? await readFile(cafile, "utf8").catch(() => undefined) : undefined;
	return {
		url: url.replace(/\/+$/, ""),
		connection: {
			ca: ca ? [ca] : [],
			proxy: setting("https-proxy") ?? setting("proxy"),
			noProxy: setting("noproxy"),
			insecure: settings["strict-ssl"] === false,
		},
	};
}

/** The registry's URL for the tarball of a pinned version. */
export async function tarballUrl(registry: Registry, pack: NpmPackage, signal?: AbortSignal): Promise<string> {
	const document = (await getJson(`${registry.url}/${pack.name.replace("/", "%2f")}`, {
		connection: registry.connection,
		accept: "application/vnd.npm.install-v1+json",
		signal,
	})) as { versions?: Record<string, { dist?: { tarball?: string } }> };
	const tarball = document.versions?.[pack.version]?.dist?.tarball;
	if (!tarball) throw new Error(`the registry does not have ${pack.name}@${pack.version}`);
	return tarball;
}
