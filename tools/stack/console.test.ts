import { expect, test } from "vitest";
import { parseModelProgress, parsePreviewProgress, progressBar, readableLine } from "./console.ts";

test("shows the speech node's progress lines as a bar, but no other lines", () => {
	const line = JSON.stringify({
		event: "model-progress",
		model: "kokoro",
		phase: "downloading",
		received: 177_000_000,
		total: 354_000_000,
	});
	const progress = parseModelProgress(line);
	expect(progress).toEqual({ model: "kokoro", phase: "downloading", received: 177_000_000, total: 354_000_000 });
	expect(progress && progressBar(progress)).toBe(
		`kokoro, downloading  ${"█".repeat(12)}${"░".repeat(12)}  50%  177 MB of 354 MB`,
	);
	expect(parseModelProgress('{"event":"ready"}')).toBeUndefined();
	expect(parseModelProgress('not json "model-progress"')).toBeUndefined();
});

test("shows warnings with their cause and hides lower levels", () => {
	const warning = JSON.stringify({ level: 40, msg: "no answer", err: { message: "connect ECONNREFUSED" } });
	expect(readableLine("worker", warning, 40)).toBe("worker      | warning: no answer (connect ECONNREFUSED)");
	const again = JSON.stringify({ level: 40, msg: "A step failed", reason: "(500) the disk is full\nStacktrace: at …" });
	expect(readableLine("worker", again, 40)).toBe("worker      | warning: A step failed ((500) the disk is full)");
	expect(readableLine("worker", JSON.stringify({ level: 30, msg: "listens" }), 40)).toBeUndefined();
	expect(readableLine("api", "TypeError: boom", 30)).toBe("api         | TypeError: boom");
});

test("shows how many previews are rendered", () => {
	const line = JSON.stringify({
		level: 30,
		event: "preview-progress",
		done: 36,
		total: 147,
		msg: "rendering previews",
	});
	expect(parsePreviewProgress(line)).toBe("rendering previews 36 of 147");
	expect(parsePreviewProgress(JSON.stringify({ level: 30, msg: "listens" }))).toBeUndefined();
});
