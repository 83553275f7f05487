import type { Voiceover, VoiceoverClip } from "@timbre/contract/voiceover/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Film, Music, Plus, SlidersHorizontal, Trash2 } from "lucide-react";
import { useId } from "react";
import { confirm } from "../../../lib/forms/confirm.ts";
import type { Selection } from "../model/selection.ts";
import { formatMs } from "../model/times.ts";
import type { ClipChange, Content } from "../voiceover.queries.ts";
import { ClipMixing } from "./mixing-fields.tsx";

type ClipListProps = {
	voiceover: Voiceover;
	content: Content;
	selection: Selection;
	onAdd: (kind: "source" | "sound") => void;
};

/** The video and the sound files. */
export function ClipList({ voiceover, content, selection, onAdd }: ClipListProps) {
	const { source, sounds, can_edit } = voiceover;
	const clips = [...(source ? [source] : []), ...sounds];
	const askToRemove = async (clip: VoiceoverClip) => {
		const { confirmed } = await confirm({
			title: `Remove ${clip.file_name}?`,
			description: "The file is deleted from this voice-over. It can't be undone.",
			action: "Remove file",
		});
		if (confirmed) content.deleteClip.mutate(clip.clip_id);
	};
	return (
		<section aria-labelledby="clips-heading" className="flex flex-col gap-3">
			<h2 id="clips-heading" className="font-semibold text-[15px]">
				Video and sounds
			</h2>
			<p role="status" className="sr-only">
				{statusOf(clips)}
			</p>
			{clips.length > 0 ? (
				<ul className="flex flex-col gap-2">
					{clips.map((clip) => (
						<ClipRow
							key={clip.clip_id}
							clip={clip}
							editable={can_edit}
							selected={selection.is("clip", clip.clip_id)}
							open={selection.open === clip.clip_id}
							onOpen={(open) => selection.setOpen(open ? clip.clip_id : null)}
							onSelect={() => selection.choose({ kind: "clip", id: clip.clip_id })}
							onChange={(change) => content.changeClip.mutate({ clipId: clip.clip_id, change })}
							onRemove={() => void askToRemove(clip)}
						/>
					))}
				</ul>
			) : null}
			{can_edit ? (
				<div className="flex flex-wrap gap-2">
					{source ? null : (
						<Button onClick={() => onAdd("source")}>
							<Film aria-hidden="true" />
							Add video or recording
						</Button>
					)}
					<Button onClick={() => onAdd("sound")}>
						<Plus aria-hidden="true" />
						Add sound
					</Button>
				</div>
			) : null}
		</section>
	);
}

function statusOf(clips: readonly VoiceoverClip[]): string {
	if (clips.some(({ state }) => state === "reading")) return "Reading the file";
	const failed = clips.findLast(({ state }) => state === "failed");
	return failed ? `${failed.file_name}: ${failed.error}` : "";
}

type ClipRowProps = {
	clip: VoiceoverClip;
	editable: boolean;
	selected: boolean;
	open: boolean;
	onOpen: (open: boolean) => void;
	onSelect: () => void;
	onChange: (change: ClipChange) => void;
	onRemove: () => void;
};

function ClipRow({ clip, editable, selected, open, onOpen, onSelect, onChange, onRemove }: ClipRowProps) {
	const id = useId();
	const Icon = clip.kind === "source" ? Film : Music;
	return (
		<li
			id={`clip-${clip.clip_id}`}
			aria-current={selected ? "true" : undefined}
			onFocus={onSelect}
			className={cn("scroll-mt-4 rounded-card border bg-raised px-3 py-2", selected ? "border-ink" : "border-line")}
		>
			<div className="flex items-center gap-2">
				<Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
				<p className="min-w-0 flex-1">
					<span className="block truncate" title={clip.file_name}>
						{clip.file_name}
					</span>
					<span className="block truncate text-[13px] text-muted tabular">{detailOf(clip)}</span>
				</p>
				{clip.state === "reading" ? <Spinner /> : null}
				{clip.state === "failed" ? <Badge tone="danger">Failed</Badge> : null}
				{clip.state === "ready" && clip.has_audio ? (
					<IconButton
						label={`Audio settings of ${clip.file_name}`}
						size="small"
						aria-expanded={open}
						aria-controls={open ? `${id}-settings` : undefined}
						onClick={() => onOpen(!open)}
					>
						<SlidersHorizontal aria-hidden="true" />
					</IconButton>
				) : null}
				{editable ? (
					<IconButton label={`Remove ${clip.file_name}`} size="small" onClick={onRemove}>
						<Trash2 aria-hidden="true" />
					</IconButton>
				) : null}
			</div>
			{clip.error ? <p className="mt-1 text-[13px] text-danger">{clip.error}</p> : null}
			{open && clip.state === "ready" ? (
				<fieldset id={`${id}-settings`} className="mt-2 min-w-0 border-line border-t pt-3 pb-1">
					<legend className="sr-only">Audio settings of {clip.file_name}</legend>
					<ClipMixing clip={clip} context={clip.file_name} disabled={!editable} onChange={onChange} />
				</fieldset>
			) : null}
		</li>
	);
}

function detailOf({ state, kind, seconds, width, height, fps, has_audio, offset_ms, track }: VoiceoverClip): string {
	if (state === "reading") return "Reading the file";
	if (state === "failed") return kind === "source" ? "Can't be used. Remove it and add another file." : "Can't be used";
	const length = formatMs((seconds ?? 0) * 1000);
	if (kind === "sound") return `${length}, track ${track}, starts at ${formatMs(offset_ms)}`;
	const picture = width && height ? `, ${width} × ${height}${fps ? `, ${Math.round(fps * 100) / 100} fps` : ""}` : "";
	return `${length}${picture}${has_audio ? "" : ", without audio"}`;
}
