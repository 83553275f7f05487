// Takes that areas other than the history need, so that nobody deletes their audio.
export {
	deleteHolds as releaseTakes,
	insertHolds as holdTakes,
	listHeld as listHeldTakes,
	listHeldOnlyBy as listTakesHeldOnlyBy,
} from "./usage.holds.repo.ts";
