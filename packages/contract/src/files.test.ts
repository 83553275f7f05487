import { expect, test } from "vitest";
import {
	distinctNames,
	downloadFormat,
	fileNameLong,
	fileNameShort,
	formatBytes,
	historyFileName,
	isAcceptedAudio,
	isAcceptedVideo,
	titleFileName,
	uploadExtension,
	uploadExtensions,
} from "./files.ts";

test("FILES-001 upload types map to the extensions of the specification, and to no other", () => {
	const known = "aac aiff ogg mp3 opus wav webm flac mp4a aaf pdf xml zip jpg png mp4 avi mkv ogv mov wmv flv".split(
		" ",
	);
	expect([...new Set(Object.values(uploadExtensions))].sort()).toEqual([...known].sort());
	expect(uploadExtension("audio/mpeg")).toBe("mp3");
	expect(uploadExtension("Audio/OGG; codecs=opus")).toBe("ogg");
	expect(uploadExtension("video/quicktime")).toBe("mov");
	expect(uploadExtension("application/x-msdownload")).toBeUndefined();
});

test("FILES-002 accepted audio types", () => {
	for (const type of [
		"aac",
		"aiff",
		"ogg",
		"mpeg",
		"mp3",
		"opus",
		"wav",
		"x-wav",
		"webm",
		"flac",
		"mp4",
		"m4a",
		"x-m4a",
	])
		expect(isAcceptedAudio(`audio/${type}`), type).toBe(true);
	for (const type of ["audio/midi", "video/mp4", "text/plain", "audio/", ""])
		expect(isAcceptedAudio(type), type).toBe(false);
});

test("FILES-003 accepted video types", () => {
	for (const type of [
		"mp4",
		"avi",
		"x-msvideo",
		"x-matroska",
		"mkv",
		"quicktime",
		"x-ms-wmv",
		"x-flv",
		"webm",
		"mpeg",
		"3gpp",
	])
		expect(isAcceptedVideo(`video/${type}`), type).toBe(true);
	for (const type of ["audio/mp4", "video/ogg", "image/png"]) expect(isAcceptedVideo(type), type).toBe(false);
});

test("FILES-005 a short name loses what file systems refuse, has underscores for whitespace and 20 characters at most", () => {
	expect(fileNameShort('a/b\\c:d*e?f"g<h>i|j')).toBe("abcdefghij");
	expect(fileNameShort("Good \t morning\neveryone")).toBe("Good_morning_everyon");
	expect(fileNameShort("Größe 東京")).toBe("Größe_東京");
	expect([...fileNameShort("🎙".repeat(30))]).toHaveLength(20);
});

test("FILES-006 a long name keeps word characters, dots and hyphens, with underscores for spaces, 255 at most", () => {
	expect(fileNameLong('My voice: "take" #2 – v1.0-b.mp3')).toBe("My_voice_take_2__v1.0-b.mp3");
	expect(fileNameLong('a"\r\nSet-Cookie: x=1; /../\\')).toBe("aSet-Cookie_x1_..");
	expect(fileNameLong("x".repeat(300))).toHaveLength(255);
	expect(titleFileName("Die Flut: «Überall» / 2", "mp3")).toBe("Die Flut «Überall» 2.mp3");
	expect(titleFileName("灯台\r\n..", "zip")).toBe("灯台.zip");
	expect(titleFileName(" ../?", "mp3")).toBe("audio.mp3");
});

test("FILES-007 a download is wav or zip when so asked, otherwise mp3", () => {
	expect(["wav", "zip", "mp3", "audio", "default", "WAV", "", null, undefined].map(downloadFormat)).toEqual([
		"wav",
		"zip",
		...new Array<string>(7).fill("mp3"),
	]);
});

test("FILES-008 each of the naming inputs tells two items apart", () => {
	const facts = {
		name: "Zoë Ann",
		date_unix: 1_700_000_000,
		category: "premade",
		model_id: "kokoro_82m_v1",
		voice_settings: { speed: 1.1, stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: true },
		output_format: "mp3_44100_128",
		isbn_number: null,
	};
	const name = historyFileName(facts);
	expect(name).toBe("Timbre_2023-11-14T22-13-20_Zoe_Ann_pre_sp110_s50_sb75_se0_b_kokoro_82m_v1.mp3");
	const others = [
		{ name: "Bo" },
		{ date_unix: 1_700_000_001 },
		{ category: "cloned" },
		{ model_id: "piper_libritts_r" },
		{ voice_settings: { ...facts.voice_settings, style: 0.3 } },
		{ output_format: "wav_44100" },
		{ isbn_number: "978-3-16-148410-0" },
	].map((other) => historyFileName({ ...facts, ...other }));
	expect(new Set([name, ...others]).size).toBe(others.length + 1);
	expect(historyFileName({ name: "../../etc", date_unix: 0 })).toBe("Timbre_1970-01-01T00-00-00_....etc.mp3");
});

test("names of an archive differ, also where letters' size does not count", () => {
	expect(distinctNames(["a.mp3", "A.mp3", "a.mp3", "a_2.mp3", "b"])).toEqual([
		"a.mp3",
		"A_2.mp3",
		"a_3.mp3",
		"a_2_2.mp3",
		"b",
	]);
});

test("FILES-011 bytes are decimal, from kB to YB", () => {
	expect(
		[0, 999, 1_000, 1_500, 999_949, 999_950, 1e6, 2.5e9, 1e12, 1e15, 1e18, 1e21, 1e24, 5e27].map((n) => formatBytes(n)),
	).toEqual([
		"0 B",
		"999 B",
		"1 kB",
		"1.5 kB",
		"999.9 kB",
		"1 MB",
		"1 MB",
		"2.5 GB",
		"1 TB",
		"1 PB",
		"1 EB",
		"1 ZB",
		"1 YB",
		"5000 YB",
	]);
	expect(formatBytes(1_024, 1_024)).toBe("1 kB");
});
