import type { PublicProfile } from "@timbre/contract/profiles/endpoints.ts";
import { unix } from "../../core/time.ts";
import type { SharedItem } from "../history/history.public.ts";

const maxTitleLength = 60;
/** Texts can be long, and a profile lists many. */
const maxTextLength = 600;

export function presentSharedItem(item: SharedItem, publicUrl: string): PublicProfile["items"][number] {
	const line = item.text.replaceAll(/\s+/g, " ").trim();
	return {
		share_id: item.share_id,
		title: truncate(line, maxTitleLength),
		text: truncate(item.text, maxTextLength),
		voice_name: item.voice_name,
		date_unix: unix(item.created_at),
		duration_seconds: item.duration_seconds,
		peaks: item.peaks === null ? null : [...item.peaks],
		audio_url: new URL(`/v1/share/${item.share_id}/audio`, publicUrl).href,
		share_url: new URL(`/share/${item.share_id}`, publicUrl).href,
		content_type: item.content_type,
	};
}

function truncate(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

export const profileUrl = (handle: string, publicUrl: string) => new URL(`/profiles/${handle}`, publicUrl).href;
export const embedUrl = (handle: string, publicUrl: string) => new URL(`/profiles/embed/${handle}`, publicUrl).href;
