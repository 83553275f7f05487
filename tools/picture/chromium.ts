// Drives one Chromium page over the DevTools protocol, to draw images without a driver.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type DrawingPage = {
	/** Evaluates an expression in the page and awaits its promise. */
	evaluate(expression: string): Promise<unknown>;
	screenshot(): Promise<Buffer>;
	close(): Promise<void>;
};

export async function openDrawingPage(html: string, size: { width: number; height: number }): Promise<DrawingPage> {
	const profile = await mkdtemp(join(tmpdir(), "timbre-pictures-"));
	const browser = spawn(
		process.env.CHROMIUM ?? "/usr/bin/chromium",
		[
			"--headless=new",
			"--no-sandbox",
			"--hide-scrollbars",
			"--force-color-profile=srgb",
			"--font-render-hinting=none",
			"--remote-debugging-port=0",
			`--user-data-dir=${profile}`,
			"about:blank",
		],
		{ stdio: ["ignore", "ignore", "pipe"] },
	);
	const address = await new Promise<string>((resolve, reject) => {
		let said = "";
		browser.stderr.on("data", (chunk: Buffer) => {
			said += chunk.toString();
			const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
			if (found) resolve(found);
		});
		browser.once("error", reject);
		browser.once("exit", () => reject(new Error(`Chromium did not start: ${said.slice(-400)}`)));
	});
	const socket = new WebSocket(address);
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve, { once: true });
		socket.addEventListener("error", reject, { once: true });
	});
	const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
	socket.addEventListener("message", ({ data }) => {
		const { id, result, error } = JSON.parse(String(data));
		const asked = waiting.get(id);
		waiting.delete(id);
		if (error) asked?.reject(new Error(error.message));
		else asked?.resolve(result as never);
	});
	let asked = 0;
	let sessionId: string | undefined;
	const send = <Result>(method: string, params: object = {}): Promise<Result> =>
		new Promise((resolve, reject) => {
			const id = ++asked;
			waiting.set(id, { resolve, reject });
			socket.send(JSON.stringify({ id, method, params, sessionId }));
		});

	const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
	({ sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true }));
	await send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
	const evaluate = async (expression: string) => {
		const answer = await send<{ result: { value?: unknown }; exceptionDetails?: { text: string } }>(
			"Runtime.evaluate",
			{ expression, awaitPromise: true, returnByValue: true },
		);
		if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
		return answer.result.value;
	};
	await evaluate(`document.open(), document.write(${JSON.stringify(html)}), document.close()`);
	return {
		evaluate,
		async screenshot() {
			const { data } = await send<{ data: string }>("Page.captureScreenshot", { format: "png" });
			return Buffer.from(data, "base64");
		},
		async close() {
			const ended = new Promise((resolve) => browser.once("exit", resolve));
			sessionId = undefined;
			await send("Browser.close");
			await ended;
			await rm(profile, { recursive: true, force: true });
		},
	};
}
