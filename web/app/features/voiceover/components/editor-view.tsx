import { useQuery } from "@tanstack/react-query";
import { type Voiceover, voiceoverForm } from "@timbre/contract/voiceover/schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ArrowLeft, AudioLines, Pencil, Share } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { NameDialog } from "../../../lib/forms/name-dialog.tsx";
import { isSelectable } from "../../voices/voices.choice.public.ts";
import { voicesQuery } from "../../voices/voices.public.ts";
import { activeJob } from "../model/jobs.ts";
import { useSelection } from "../model/selection.ts";
import { useContent, useRenameVoiceover, voiceoversPath } from "../voiceover.queries.ts";
import { ClipList } from "./clip-list.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { GenerateDialog } from "./generate-dialog.tsx";
import { MediaDialog } from "./media-dialog.tsx";
import { Preview, previewKey } from "./preview.tsx";
import { ScriptList } from "./script-list.tsx";
import { SpeechStatus } from "./speech-status.tsx";
import { Timeline } from "./timeline.tsx";
import { usePreview } from "./use-preview.ts";

const noVoices: Voice[] = [];

type Open =
	| { dialog: "generate"; line: { id: string; number: number } | null }
	| { dialog: "export" }
	| { dialog: "media"; kind: "source" | "sound" }
	| null;

/** The script beside the video and its timeline; on a phone, the script comes first. */
export function EditorView({ voiceover }: { voiceover: Voiceover }) {
	const { voiceover_id: id, lines } = voiceover;
	const { data: allVoices = noVoices } = useQuery(voicesQuery);
	// Live moderation checks each request, and a voice-over is no single request.
	const voices = useMemo(
		() => allVoices.filter((voice) => isSelectable(voice) && !voice.sharing?.live_moderation_enabled),
		[allVoices],
	);
	const [open, setOpen] = useState<Open>(null);
	const close = () => setOpen(null);
	const content = useContent(id);
	const selection = useSelection();
	const player = usePreview(voiceover);
	return (
		<div className="flex h-full min-h-0 flex-col">
			<Heading voiceover={voiceover}>
				{voiceover.can_edit ? (
					<Button
						size="small"
						disabled={lines.length === 0 || activeJob(voiceover, "speech") !== undefined}
						onClick={() => setOpen({ dialog: "generate", line: null })}
					>
						<AudioLines aria-hidden="true" />
						Generate speech
					</Button>
				) : null}
				<Button size="small" variant="primary" onClick={() => setOpen({ dialog: "export" })}>
					<Share aria-hidden="true" />
					Export
				</Button>
			</Heading>
			<SpeechStatus voiceover={voiceover} />
			<div className="grid min-h-0 flex-1 gap-6 overflow-y-auto px-4 py-4 md:px-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:overflow-hidden">
				<div className="flex min-w-0 flex-col gap-6 lg:overflow-y-auto lg:p-1 lg:pb-16">
					<ClipList
						voiceover={voiceover}
						content={content}
						selection={selection}
						onAdd={(kind) => setOpen({ dialog: "media", kind })}
					/>
					<ScriptList
						voiceover={voiceover}
						voices={voices}
						content={content}
						selection={selection}
						positionMs={() => player.state().positionMs}
						onPlay={player.play}
						onGenerate={(lineId) =>
							setOpen({
								dialog: "generate",
								line: { id: lineId, number: lines.findIndex(({ line_id }) => line_id === lineId) + 1 },
							})
						}
					/>
				</div>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons and the slider within */}
				<div
					className="flex min-w-0 flex-col gap-4 pb-16 lg:overflow-y-auto lg:p-1"
					onKeyDown={(event) => previewKey(player, event)}
				>
					<Preview voiceover={voiceover} player={player} />
					<Timeline voiceover={voiceover} content={content} selection={selection} player={player} />
					<p className="text-[13px] text-muted">
						Keys in the preview: Space or K plays and pauses, J and L jump 5 seconds. Drag blocks on the timeline, or
						enter times in the script.
					</p>
				</div>
			</div>
			{open?.dialog === "generate" ? <GenerateDialog voiceoverId={id} line={open.line} onClose={close} /> : null}
			{open?.dialog === "export" ? <ExportDialog voiceover={voiceover} onClose={close} /> : null}
			{open?.dialog === "media" ? <MediaDialog kind={open.kind} content={content} onClose={close} /> : null}
		</div>
	);
}

function Heading({ voiceover, children }: { voiceover: Voiceover; children: React.ReactNode }) {
	const [renaming, setRenaming] = useState(false);
	const rename = useRenameVoiceover();
	const { name, can_edit, voiceover_id } = voiceover;
	return (
		<div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-b px-4 py-2 md:px-6">
			<div className="flex min-w-0 flex-1 basis-44 items-center gap-1">
				<Link
					to={voiceoversPath}
					aria-label="All voice-overs"
					className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
				>
					<ArrowLeft aria-hidden="true" className="size-4" />
				</Link>
				<h1 className="truncate font-semibold text-[15px]" title={name}>
					{name}
				</h1>
				{can_edit ? (
					<IconButton label="Rename voice-over" size="small" onClick={() => setRenaming(true)}>
						<Pencil aria-hidden="true" />
					</IconButton>
				) : (
					<Badge>Read only</Badge>
				)}
			</div>
			<div className="flex flex-wrap gap-2">{children}</div>
			{renaming ? (
				<NameDialog
					title="Rename voice-over"
					action="Rename"
					schema={voiceoverForm}
					initial={name}
					busy={rename.isPending}
					save={(next) => rename.mutateAsync({ id: voiceover_id, name: next }).then(() => setRenaming(false))}
					onClose={() => setRenaming(false)}
				/>
			) : null}
		</div>
	);
}
