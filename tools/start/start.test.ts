// One command starts the product, as a user runs it. Uses the fake engine instead of the weights.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { freePorts, PORTS, type PortName, type Ports } from "../stack/ports.ts";

let dataDir = "";
let ports: Ports;

beforeAll(async () => {
	// Inside the checkout, as usual: the development server must not serve it.
	await mkdir(join(ROOT, ".data"), { recursive: true });
	dataDir = await mkdtemp(join(ROOT, ".data/start-"));
	ports = await freePorts();
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

function environment(): NodeJS.ProcessEnv {
	const chosen = Object.fromEntries(
		Object.entries(ports).map(([name, port]) => [PORTS[name as PortName].variable, String(port)]),
	);
	return { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...chosen };
}

type Run = { child: ChildProcess; output(): string; until(text: string): Promise<void>; ended: Promise<number | null> };

function dev(...flags: string[]): Run {
	const child = spawn(process.execPath, [join(ROOT, "tools/dev.ts"), "--fake", ...flags], {
		cwd: ROOT,
		env: environment(),
	});
	let output = "";
	const take = (chunk: Buffer) => {
		output += chunk.toString();
	};
	child.stdout.on("data", take);
	child.stderr.on("data", take);
	const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
	onTestFinished(async () => {
		child.kill("SIGINT");
		await Promise.race([ended, sleep(20_000)]);
		child.kill("SIGKILL");
	});
	return {
		child,
		output: () => output,
		ended,
		until: async (text) => {
			const over = ended.then((code) => {
				if (!output.includes(text)) throw new Error(`exited with ${code} before printing "${text}":\n${output}`);
			});
			const said = (async () => {
				while (!output.includes(text)) await sleep(20);
			})();
			await Promise.race([said, over]);
		},
	};
}

/** Processes of this start: all of them have its data folder in their command or environment. */
async function processesLeft(): Promise<string[]> {
	const found: string[] = [];
	for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
		const [command, env] = await Promise.all(
			["cmdline", "environ"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
		);
		if (command?.includes(dataDir) || env?.includes(dataDir)) found.push(`${pid} ${command?.replaceAll("\0", " ")}`);
	}
	return found;
}

async function nothingLeft(): Promise<void> {
	for (let waited = 0; waited < 60_000 && (await processesLeft()).length > 0; waited += 100) await sleep(100);
	expect(await processesLeft()).toEqual([]);
}

const readySeconds = (output: string) => Number(/ready after ([\d.]+) s/.exec(output)?.[1]);

test("the first start gives a running product with URL, demo login, page and API, and Ctrl-C leaves no process", async () => {
	const run = dev();
	await run.until("Stop       Ctrl-C");
	const url = `http://localhost:${ports.web}`;
	expect(run.output()).toContain(`Open       ${url}`);
	const login = /demo login: (\S+) \/ (\S+)/.exec(run.output());
	expect(login).not.toBeNull();

	const page = await fetch(url);
	expect(page.status).toBe(200);
	const html = await page.text();
	// As in the browser, or React replaces the page when it starts.
	expect(html).toContain(`<link rel="canonical" href="${url}/"`);
	expect(html).not.toContain("timbre.invalid");
	const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: url },
		body: JSON.stringify({ email: login?.[1], password: login?.[2] }),
	});
	expect(signIn.status).toBe(200);
	const cookie = signIn.headers
		.getSetCookie()
		.map((value) => value.split(";")[0])
		.join("; ");
	const models = await fetch(`${url}/v1/models`, { headers: { cookie } });
	expect(models.status).toBe(200);
	expect((await processesLeft()).length).toBeGreaterThan(5);

	run.child.kill("SIGINT");
	expect(await run.ended).toBe(0);
	expect(run.output()).toContain("Stopped. No process is left running.");
	await nothingLeft();
});

/** Sends the path as it is. `fetch` would resolve `..` and encode characters. */
function getRaw(port: number, path: string): Promise<{ status: number; body: string }> {
	return new Promise((done, fail) => {
		get({ host: "127.0.0.1", port, path, headers: { host: `localhost:${port}`, accept: "*/*" } }, (response) => {
			let body = "";
			response.setEncoding("utf8");
			response.on("data", (chunk: string) => {
				body += chunk;
			});
			response.once("end", () => done({ status: response.statusCode ?? 0, body }));
		}).once("error", fail);
	});
}

/** Sources of the web app, but no data, secrets or other files of the checkout. */
async function expectOnlySources(link: string): Promise<void> {
	const secret = await readFile(join(dataDir, "auth-secret"), "utf8");
	const manifest = await readFile(join(ROOT, "package.json"), "utf8");

	const source = await getRaw(ports.web, `/@fs${join(ROOT, "packages/ui/src/primitives/button.tsx")}`);
	expect(source.status).toBe(200);

	const inside = dataDir.slice(ROOT.length);
	const file = `${dataDir}/auth-secret`;
	const encoded = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
	const bases = [
		`/@fs${file}`,
		`/@fs/${file}`,
		`/@fs${ROOT}/%2edata${inside.slice("/.data".length)}/auth-secret`,
		`/@fs${encoded(file)}`,
		`/@fs${file.replace("auth-secret", "AUTH-SECRET")}`,
		`/@fs${ROOT}/web/app/../../${inside}/auth-secret`,
		`/@fs${ROOT}/web/app/%2e%2e/%2e%2e${inside}/auth-secret`,
		`/@fs${ROOT}/web/app/..%2f..${inside}/auth-secret`,
		`/..${inside}/auth-secret`,
		`/%2e%2e${inside}/auth-secret`,
		`/app/../..${inside}/auth-secret`,
		`/@fs${link}/auth-secret`,
		"/app/dev/linked-data/auth-secret",
		`/@id/${file}`,
		`/@id/__x00__${file}`,
		`/@fs${file}%00`,
		`/@fs${file}/`,
	];
	const queries = [
		"",
		"?raw",
		"?url",
		"?import",
		"?import&raw",
		"?raw&url",
		"?raw??",
		"?inline",
		"?url&inline",
		"?import&?inline=1.wasm?init",
		"?.svg?.wasm?init",
		"?worker",
		"#.ts?raw",
	];
	for (const base of bases) {
		for (const query of queries) {
			const { body } = await getRaw(ports.web, base + query);
			const shown = [secret, Buffer.from(secret).toString("base64").slice(0, 40)].filter((text) => body.includes(text));
			expect(shown, `${base}${query}`).toEqual([]);
		}
	}
	for (const path of [`/@fs${ROOT}/package.json?raw`, `/@fs${ROOT}/package.json`, "/../package.json?raw"]) {
		expect((await getRaw(ports.web, path)).body, path).not.toContain(JSON.stringify(manifest).slice(1, 60));
	}
	for (const path of [
		`/@fs${ROOT}/server/src/core/config.ts?raw`,
		`/@fs${ROOT}/tools/dev.ts?raw`,
		`/@fs${ROOT}/.env.example?raw`,
	])
		expect((await getRaw(ports.web, path)).status, path).toBe(403);
	expect((await getRaw(ports.web, `/@fs${dataDir}/page.html`)).body).not.toContain("planted-html");
}

test("npm start runs in production: built pages, no development pages, emails or demo account", async () => {
	const run = dev("--built");
	await run.until("Stop       Ctrl-C");
	const url = `http://localhost:${ports.web}`;
	expect(run.output()).not.toContain("demo login");
	expect(run.output()).toContain(`create an account at ${url}/app/sign-up`);
	expect((await fetch(url)).status).toBe(200);
	for (const path of ["/dev/ui", "/dev/mails", "/v1/dev/mails"])
		expect((await fetch(url + path)).status, path).toBe(404);
	const built = await readdir(join(ROOT, "web/build/client/assets"));
	expect(built.length).toBeGreaterThan(50);
	expect(built.filter((name) => /^(ui|emails)\.page-|gallery/.test(name))).toEqual([]);
	const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: url },
		body: JSON.stringify({ name: "First", email: "first@example.com", password: "a long passphrase 42" }),
	});
	expect(signUp.status).toBe(200);
	// Secure would make browsers drop it on http://localhost in Safari.
	expect(signUp.headers.getSetCookie().join()).not.toContain("Secure");
	run.child.kill("SIGINT");
	expect(await run.ended).toBe(0);
});

test("a second start takes under 10 s (fake engine, median of 3)", {
	tags: ["measured"],
	timeout: 600_000,
}, async () => {
	const all: number[] = [];
	// The first of the four rounds is the first start.
	for (let round = 0; round < 4; round++) {
		const run = dev();
		await run.until("Stop       Ctrl-C");
		all.push(readySeconds(run.output()));
		run.child.kill("SIGINT");
		await run.ended;
	}
	const [first, ...later] = all;
	printFigures(`start with the fake engine: first ${first} s, then ${later.join(", ")} s`);
	expect(later.toSorted((a, b) => a - b)[1]).toBeLessThan(10);
});

test("the development server serves no data or secrets, a second start on the same data is rejected, and kill -9 of the supervisor leaves no process", async () => {
	const link = join(ROOT, "web/app/dev/linked-data");
	onTestFinished(() => rm(link, { force: true }));
	await symlink(dataDir, link);
	await writeFile(join(dataDir, "page.html"), "<p>planted-html</p>");
	const run = dev();
	await run.until("Stop       Ctrl-C");
	await expectOnlySources(link);
	const again = dev();
	expect(await again.ended).toBe(1);
	expect(again.output()).toContain(`Timbre is already running from ${dataDir}`);

	run.child.kill("SIGKILL");
	await run.ended;
	await nothingLeft();
});

test("a port in use gives a clear error and leaves nothing running", async () => {
	const server = createServer();
	onTestFinished(() => void server.close());
	await new Promise<void>((resolve) => server.listen(ports.web, "127.0.0.1", resolve));
	const run = dev();
	expect(await run.ended).toBe(1);
	expect(run.output().trim()).toMatch(
		new RegExp(
			`^Port ${ports.web} \\(the app\\) is in use by .*\\(pid ${process.pid}\\)\\. Stop that program or use another port: PORT=\\d+ npm run dev$`,
		),
	);
	await nothingLeft();
});

test("doctor lists what is installed", async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "tools/doctor.ts")], {
		cwd: ROOT,
		env: environment(),
	});
	for (const what of [
		"Node",
		"PostgreSQL",
		"Restate",
		"Memory",
		"Cores",
		"Disk, data",
		"Model kokoro",
		`Port ${ports.web}`,
		"Database",
	]) {
		expect(stdout).toMatch(new RegExp(`^(ok|note) +${what}`, "m"));
	}
	expect(stdout).toContain("Nothing is missing.");
});
