import type { Isolation, IsolationItem } from "@timbre/contract/isolator/schemas.ts";
import { unix } from "../../core/time.ts";
import type { IsolationRow } from "./isolator.repo.ts";

export function presentIsolation(row: IsolationRow): Isolation {
	const { noise_before_db, noise_after_db, snr_before_db, snr_after_db } = row;
	const measured =
		noise_before_db !== null && noise_after_db !== null && snr_before_db !== null && snr_after_db !== null;
	return {
		isolation_id: row.id,
		title: row.title,
		state: row.state as Isolation["state"],
		error: row.error,
		progress: row.progress,
		created_at_unix: unix(row.created_at),
		format: row.format as Isolation["format"],
		seconds: row.seconds,
		credits: row.credits,
		engine: row.engine as Isolation["engine"],
		measurement: measured ? { noise_before_db, noise_after_db, snr_before_db, snr_after_db } : null,
		original_peaks: [...(row.original_peaks ?? [])],
		isolated_peaks: [...(row.isolated_peaks ?? [])],
		video: row.video as Isolation["video"],
	};
}

export function presentItem(row: IsolationRow, publicUrl: string): IsolationItem {
	const urlOf = (what: string) => new URL(`/v1/audio-isolation/jobs/${row.id}/${what}`, publicUrl).href;
	return {
		id: row.id,
		title: row.title,
		created_at_unix: unix(row.created_at),
		format: row.format,
		duration_seconds: row.seconds,
		download_url: row.state === "completed" ? urlOf("audio") : null,
		icon_url: null,
		source_video_url: row.video === "ready" ? urlOf("video") : null,
		supports_video: row.video !== "none",
		processing: row.state === "queued" || row.state === "running",
		video_processing_failed: row.video === "failed",
		preview_b64: row.preview_b64,
		state: row.state as IsolationItem["state"],
		error: row.error,
	};
}
