import { test as base, expect, type Page } from "@playwright/test";
import { axeFindings } from "../axe.ts";

export type Hearing = {
	currentTime: number;
	loudest: number;
	playing: number;
	/** The furthest place heard since `hearAnew`, and how many sounded at once: a short sound is over before a busy test looks. */
	furthest: number;
	together: number;
};

declare global {
	interface Window {
		heard: () => Hearing;
		hearAnew: () => void;
	}
}

/** Listens in on every media element of the page: where it is, and how loud the sound is that it really puts out. */
function listenIn(): void {
	type Entry = { analyser: AnalyserNode | undefined; loudest: number; furthest: number; before: string };
	const elements = new Map<HTMLMediaElement, Entry>();
	let together = 0;
	const playing = () => [...elements.keys()].filter((element) => !element.paused && !element.ended).length;
	const play = HTMLMediaElement.prototype.play;
	HTMLMediaElement.prototype.play = function (this: HTMLMediaElement & { captureStream?: () => MediaStream }) {
		if (!elements.has(this)) {
			const entry: Entry = { analyser: undefined, loudest: 0, furthest: 0, before: "" };
			elements.set(this, entry);
			this.addEventListener("timeupdate", () => {
				if (this.src !== entry.before) entry.furthest = Math.max(entry.furthest, this.currentTime);
			});
			this.addEventListener("playing", () => {
				together = Math.max(together, playing());
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
			for (const sample of samples) entry.loudest = Math.max(entry.loudest, Math.abs(sample));
		}
	}, 20);
	window.hearAnew = () => {
		together = 0;
		for (const [element, entry] of elements) Object.assign(entry, { furthest: 0, before: element.src });
	};
	window.heard = () => {
		const all = [...elements];
		return {
			currentTime: Math.max(0, ...all.map(([element]) => element.currentTime)),
			loudest: Math.max(0, ...all.map(([, entry]) => entry.loudest)),
			playing: playing(),
			furthest: Math.max(0, ...all.map(([, entry]) => entry.furthest)),
			together,
		};
	};
}

export const test = base.extend<{ problems: string[] }>({
	/** A journey in which the page reports an error has failed, whatever it shows. */
	problems: [
		async ({ page }, use) => {
			const problems: string[] = [];
			page.on("pageerror", (error) => problems.push(String(error)));
			page.on("console", (message) => {
				// A refused request (a wrong password, say) is part of a journey; a script error or a blocked script is not.
				if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text()))
					problems.push(message.text());
			});
			await page.addInitScript(listenIn);
			await use(problems);
			// An answer that is still being put together when the journey is over is nobody's fault.
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

/** A new person, signed in, on the page of text to speech. By the API: the form is walked by `signUpByHand`. */
export async function signUp(page: Page): Promise<Account> {
	const account = newAccount();
	const answer = await page.request.post("/api/auth/sign-up/email", { data: { name: "Ada Example", ...account } });
	expect(answer.ok(), await answer.text()).toBe(true);
	await page.goto("/app/speech-synthesis/text-to-speech");
	return account;
}

export async function signUpByHand(page: Page): Promise<Account> {
	const account = newAccount();
	await page.goto("/app/sign-up");
	await page.getByLabel("Name").fill("Ada Example");
	await page.getByLabel("E-mail", { exact: true }).fill(account.email);
	await page.getByLabel("Password", { exact: true }).fill(account.password);
	await page.getByRole("button", { name: "Create account" }).click();
	await page.waitForURL("**/app/onboarding");
	await page.goto("/app/speech-synthesis/text-to-speech");
	return account;
}

/** A text long enough to be spoken for so many seconds: the test voice speaks fifteen characters a second. */
export function textOf(seconds: number): string {
	const sentence = "The lighthouse keeper waits for the tide. ";
	return sentence.repeat(Math.ceil((seconds * 15) / sentence.length)).trim();
}

/** Types a text, has it spoken, and waits until it is heard. */
export async function speak(page: Page, text: string): Promise<void> {
	await page.getByLabel("Text to speak").fill(text);
	await page.evaluate(() => window.hearAnew());
	await page.getByRole("button", { name: /^Generate/ }).click();
	await expect
		.poll(() => page.evaluate(() => window.heard().furthest), { message: "no sound came out" })
		.toBeGreaterThan(0.1);
	expect(await page.evaluate(() => window.heard().together)).toBe(1);
}

/** What still comes into view would be judged by colours that it does not keep. */
async function settled(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const coming = document
			.getAnimations()
			.filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Number.POSITIVE_INFINITY))
			.map((animation) => animation.finished);
		await Promise.race([Promise.allSettled(coming), new Promise((done) => setTimeout(done, 2_000))]);
	});
}

export async function expectAccessible(page: Page, what: string): Promise<void> {
	await settled(page);
	expect(await axeFindings(page), what).toEqual([]);
}
