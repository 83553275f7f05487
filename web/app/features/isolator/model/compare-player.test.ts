import { expect, test } from "vitest";
import { type AudioTrack, createComparePlayer, type Version } from "./compare-player.ts";

function tracks() {
	const opened = {} as Record<Version, AudioTrack & { fire(name: string): void; plays: number }>;
	const player = createComparePlayer((version) => {
		const listeners = new Map<string, () => void>();
		const track = {
			currentTime: 0,
			muted: false,
			ended: false,
			plays: 0,
			async play() {
				track.plays++;
			},
			pause() {},
			addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
			fire: (name: string) => listeners.get(name)?.(),
		};
		opened[version] = track as unknown as (typeof opened)[Version];
		return opened[version];
	});
	return { player, ...opened };
}

test("plays both versions at once, so that switching has no gap", async () => {
	const { player, isolated, original } = tracks();
	await player.play();
	expect([isolated.plays, original.plays]).toEqual([1, 1]);
	expect([isolated.muted, original.muted]).toEqual([false, true]);
	isolated.currentTime = 7;
	original.currentTime = 7.01;
	player.choose("original");
	expect([isolated.muted, original.muted]).toEqual([true, false]);
	// Neither started again nor moved.
	expect([isolated.plays, original.plays, original.currentTime]).toEqual([1, 1, 7.01]);
});

test("moves the muted version back when it drifts, and never the audible one", () => {
	const { player, isolated, original } = tracks();
	isolated.currentTime = 5;
	original.currentTime = 5.2;
	isolated.fire("timeupdate");
	expect([isolated.currentTime, original.currentTime]).toEqual([5, 5]);
	expect(player.state().position).toBe(5);
	// The muted version reports its time too.
	original.currentTime = 9;
	original.fire("timeupdate");
	expect(player.state().position).toBe(5);
});

test("seeks both, and stops both at the end", async () => {
	const { player, isolated, original } = tracks();
	await player.play();
	player.seek(3);
	expect([isolated.currentTime, original.currentTime, player.state().position]).toEqual([3, 3, 3]);
	isolated.fire("ended");
	expect(player.state().playing).toBe(false);
});
