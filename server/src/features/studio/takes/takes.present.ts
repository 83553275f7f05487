import { AppError } from "@timbre/contract/errors.ts";
import type { Take } from "@timbre/contract/studio/take-schemas.ts";
import { unix } from "../../../core/time.ts";
import type { TakeRow } from "./takes.repo.ts";

export function presentTake(row: TakeRow, { isCurrent, isUsed }: { isCurrent: boolean; isUsed: boolean }): Take {
	const { speed = 1, stability = 0.5, style = 0 } = row.voice;
	return {
		take_id: row.id,
		text: row.text,
		voice_id: row.voice_id,
		voice_name: row.voice_name,
		model_id: row.model_id,
		settings: { speed, stability, style },
		seconds: row.seconds,
		verdict: row.verdict as Take["verdict"],
		misread: [...row.words],
		accepted: row.accepted,
		is_current: isCurrent,
		is_used: isUsed,
		created_at_unix: unix(row.created_at),
	};
}

export const takeNotFound = () => new AppError("take_not_found", "This take doesn't exist.");
