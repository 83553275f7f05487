import type { VoiceoverClip } from "@timbre/contract/voiceover/schemas.ts";
import type { ClipRow } from "./clips.repo.ts";

export function presentClip(row: ClipRow): VoiceoverClip {
	return {
		clip_id: row.id,
		kind: row.kind as VoiceoverClip["kind"],
		state: row.state as VoiceoverClip["state"],
		error: row.error,
		file_name: row.file_name,
		bytes: row.bytes,
		seconds: row.seconds,
		content_type: row.content_type,
		has_picture: row.has_picture,
		has_audio: row.has_audio,
		width: row.width,
		height: row.height,
		fps: row.fps,
		picture_codec: row.picture_codec,
		audio_codec: row.audio_codec,
		offset_ms: row.offset_ms,
		track: row.track,
		trim_start_ms: row.trim_start_ms,
		trim_end_ms: row.trim_end_ms,
		fade_in_ms: row.fade_in_ms,
		fade_out_ms: row.fade_out_ms,
		gain_db: row.gain_db,
		muted: row.muted,
		peaks: row.peaks ? [...row.peaks] : [],
	};
}
