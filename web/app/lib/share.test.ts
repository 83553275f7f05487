import { expect, test } from "vitest";
import { type ShareDevice, shareLink, shareSentence, shareTargets, shownLink } from "./share.ts";

const link = "https://voice.example/share/abcdefghijklmnopqrstuvwx";

test("PLAYER-035 the shown link is cut at 38 characters, a short one is whole", () => {
	expect(shownLink(link)).toBe(`${link.slice(0, 38)}…`);
	expect(shownLink("https://voice.example/share/abcdefghij")).toBe("https://voice.example/share/abcdefghij");
});

test("PLAYER-036 Facebook, X and WhatsApp get the link and the fixed sentence", () => {
	const targets = shareTargets(link);
	expect(targets.map(({ name }) => name)).toEqual(["Facebook", "X", "WhatsApp"]);
	for (const { url } of targets) {
		const said = [...new URL(url).searchParams.values()].join(" ");
		expect(said).toContain(link);
		expect(said).toContain(shareSentence);
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

test("PLAYER-037 the device's own sheet is asked with link and sentence", async () => {
	const asked: unknown[] = [];
	const { given, copied, tracked } = device(async (data) => void asked.push(data));
	expect(await shareLink(link, given)).toEqual({ kind: "shared" });
	expect(asked).toEqual([{ title: "Timbre", text: shareSentence, url: link }]);
	expect({ copied, tracked }).toEqual({ copied: [], tracked: ["share_completed"] });
});

test("PLAYER-038 PLAYER-039 without native sharing, or when it fails, the link is copied and both are said", async () => {
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

test("PLAYER-040 who closes the sheet is counted, and made no error", async () => {
	const { given, copied, tracked } = device(() => Promise.reject(new DOMException("closed", "AbortError")));
	expect(await shareLink(link, given)).toEqual({ kind: "aborted" });
	expect({ copied, tracked }).toEqual({ copied: [], tracked: ["share_aborted"] });
});
