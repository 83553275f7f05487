import { expect, test } from "vitest";
import { type ShareDevice, shareLink, shareSentence, shareTargets, truncateLink } from "./share.ts";

const link = "https://voice.example/share/abcdefghijklmnopqrstuvwx";

test("PLAYER-035 truncates the displayed link at 38 characters and leaves shorter ones unchanged", () => {
	expect(truncateLink(link)).toBe(`${link.slice(0, 38)}…`);
	expect(truncateLink("https://voice.example/share/abcdefghij")).toBe("https://voice.example/share/abcdefghij");
});

test("PLAYER-036 Facebook, X and WhatsApp get the link and the fixed sentence", () => {
	const targets = shareTargets(link);
	expect(targets.map(({ name }) => name)).toEqual(["Facebook", "X", "WhatsApp"]);
	for (const { url } of targets) {
		const text = [...new URL(url).searchParams.values()].join(" ");
		expect(text).toContain(link);
		expect(text).toContain(shareSentence);
	}
});

function device(share?: ShareDevice["share"]) {
	const copied: string[] = [];
	const tracked: string[] = [];
	const given: ShareDevice = {
		share,
		copy: async (text) => void copied.push(text),
		track: (name) => void tracked.push(name),
	};
	return { given, copied, tracked };
}

test("PLAYER-037 opens the device share sheet with the link and the sentence", async () => {
	const shared: unknown[] = [];
	const { given, copied, tracked } = device(async (data) => void shared.push(data));
	expect(await shareLink(link, given)).toEqual({ kind: "shared" });
	expect(shared).toEqual([{ title: "Timbre", text: shareSentence, url: link }]);
	expect({ copied, tracked }).toEqual({ copied: [], tracked: ["share_completed"] });
});

test("PLAYER-038 PLAYER-039 copies the link if native sharing is unavailable or fails, and reports both", async () => {
	const without = device();
	expect(await shareLink(link, without.given)).toEqual({
		kind: "copied",
		message: "Share link copied to clipboard",
		reason: "Share API not supported",
	});
	expect(without.copied).toEqual([link]);
	const failing = device(() => Promise.reject(new Error("no target")));
	expect(await shareLink(link, failing.given)).toMatchObject({ kind: "copied", reason: "no target" });
	expect(failing.copied).toEqual([link]);
});

test("PLAYER-040 closing the share sheet is tracked and is not an error", async () => {
	const { given, copied, tracked } = device(() => Promise.reject(new DOMException("closed", "AbortError")));
	expect(await shareLink(link, given)).toEqual({ kind: "aborted" });
	expect({ copied, tracked }).toEqual({ copied: [], tracked: ["share_aborted"] });
});
