import { test as base, expect, type Page } from "@playwright/test";
import { axeFindings } from "../axe.ts";

export type PlaybackState = {
	currentTime: number;
	peakLevel: number;
	playing: number;
	/** Maximum position and number of concurrent players since `resetPlayback`, because short audio may end before a busy test checks. */
	maxPosition: number;
	maxPlaying: number;
};

declare global {
	interface Window {
		playbackState: () => PlaybackState;
		resetPlayback: () => void;
	}
}

/** Monitors position and output level of every media element in the page. */
function monitorPlayback(): void {
	type Entry = { analyser: AnalyserNode | undefined; peakLevel: number; maxPosition: number; before: string };
	const elements = new Map<HTMLMediaElement, Entry>();
	let maxPlaying = 0;
	const playing = () => [...elements.keys()].filter((element) => !element.paused && !element.ended).length;
	const play = HTMLMediaElement.prototype.play;
	HTMLMediaElement.prototype.play = function (this: HTMLMediaElement & { captureStream?: () => MediaStream }) {
		if (!elements.has(this)) {
			const entry: Entry = { analyser: undefined, peakLevel: 0, maxPosition: 0, before: "" };
			elements.set(this, entry);
			this.addEventListener("timeupdate", () => {
				if (this.src !== entry.before) entry.maxPosition = Math.max(entry.maxPosition, this.currentTime);
			});
			this.addEventListener("playing", () => {
				maxPlaying = Math.max(maxPlaying, playing());
				if (entry.analyser || !this.captureStream) return;
				const context = new AudioContext();
				entry.analyser = context.createAnalyser();
				context.createMediaStreamSource(this.captureStream()).connect(entry.analyser);
			});
		}
		return play.call(this);
	};
	setInterval(() => {
		for (const entry of elements.values()) {
			if (!entry.analyser) continue;
			const samples = new Float32Array(entry.analyser.fftSize);
			entry.analyser.getFloatTimeDomainData(samples);
			for (const sample of samples) entry.peakLevel = Math.max(entry.peakLevel, Math.abs(sample));
		}
	}, 20);
	window.resetPlayback = () => {
		maxPlaying = 0;
		for (const [element, entry] of elements) Object.assign(entry, { maxPosition: 0, before: element.src });
	};
	window.playbackState = () => {
		const all = [...elements];
		return {
			currentTime: Math.max(0, ...all.map(([element]) => element.currentTime)),
			peakLevel: Math.max(0, ...all.map(([, entry]) => entry.peakLevel)),
			playing: playing(),
			maxPosition: Math.max(0, ...all.map(([, entry]) => entry.maxPosition)),
			maxPlaying,
		};
	};
}

export const test = base.extend<{ problems: string[] }>({
	/** A journey fails if the page logs an error. */
	problems: [
		async ({ page }, use) => {
			const problems: string[] = [];
			page.on("pageerror", (error) => problems.push(String(error)));
			page.on("console", (message) => {
				// Rejected requests, such as a wrong password, are expected; script errors and blocked scripts are not.
				if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text()))
					problems.push(message.text());
			});
			await page.addInitScript(monitorPlayback);
			await use(problems);
			// Ignore route handlers that are still running when the journey ends.
			if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
			expect(problems).toEqual([]);
		},
		{ auto: true },
	],
});

export { expect };

type Account = { email: string; password: string };

const newAccount = (): Account => ({
	email: `e2e-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`,
	password: "long enough",
});

/** Creates a signed-in user through the API and opens a page. `signUpByHand` tests the form. */
export async function signUp(page: Page, path = "/app/speech-synthesis/text-to-speech"): Promise<Account> {
	const account = newAccount();
	// Required with cookies, which the sign-in page sets.
	const headers: Record<string, string> = page.url().startsWith("http") ? { origin: new URL(page.url()).origin } : {};
	const data = { name: "Ada Example", ...account };
	const response = await page.request.post("/api/auth/sign-up/email", { data, headers });
	expect(response.ok(), await response.text()).toBe(true);
	await page.goto(path);
	return account;
}

export async function signUpByHand(page: Page): Promise<Account> {
	const account = newAccount();
	await page.goto("/app/sign-up");
	await page.getByLabel("Name").fill("Ada Example");
	await page.getByLabel("Email", { exact: true }).fill(account.email);
	await page.getByLabel("Password", { exact: true }).fill(account.password);
	await page.getByRole("button", { name: "Create account" }).click();
	await page.waitForURL("**/app/onboarding");
	await page.goto("/app/speech-synthesis/text-to-speech");
	return account;
}

export async function signOut(page: Page): Promise<void> {
	await page
		.getByRole("button", { name: /account menu/ })
		.first()
		.click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await page.waitForURL("**/app/sign-in");
}

/** A text that lasts the given number of seconds: the test voice speaks fifteen characters per second. */
export function textLasting(seconds: number): string {
	const sentence = "The lighthouse keeper waits for the tide. ";
	return sentence.repeat(Math.ceil((seconds * 15) / sentence.length)).trim();
}

/** Generates a text and waits until it plays. */
export async function generateSpeech(page: Page, text: string): Promise<void> {
	await page.getByLabel("Text to speak").fill(text);
	await page.evaluate(() => window.resetPlayback());
	await page.getByRole("button", { name: /^Generate/ }).click();
	await expect
		.poll(() => page.evaluate(() => window.playbackState().maxPosition), { message: "no sound came out" })
		.toBeGreaterThan(0.1);
	expect(await page.evaluate(() => window.playbackState().maxPlaying)).toBe(1);
}

/** Waits for animations, so colors are checked in their final state. */
async function waitForAnimations(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const running = document
			.getAnimations()
			.filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Number.POSITIVE_INFINITY))
			.map((animation) => animation.finished);
		await Promise.race([Promise.allSettled(running), new Promise((done) => setTimeout(done, 2_000))]);
	});
}

export async function expectAccessible(page: Page, what: string): Promise<void> {
	await waitForAnimations(page);
	expect(await axeFindings(page), what).toEqual([]);
}
