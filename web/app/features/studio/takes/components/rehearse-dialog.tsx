import type { Rehearsal } from "@timbre/contract/studio/take-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useEffect, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { player } from "../../../../lib/audio/player.ts";
import { decodeBase64 } from "../../../../lib/audio/timed-audio.ts";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { PlayButton } from "../../components/play-button.tsx";
import { usePlaying } from "../../components/use-playing.ts";
import { rehearsalText } from "../model/rehearsal.ts";
import { type Rehearsed, useRehearse } from "../takes.queries.ts";

type RehearseDialogProps = {
	projectId: string;
	rehearsed: Rehearsed;
	/** "headings", "Ada Hale". */
	what: string;
	/** The voice that speaks it now. */
	voiceId: string;
	voices: Voice[];
	/** Makes the voice the one of this text. */
	onUse: (voiceId: string) => void;
	onClose: () => void;
};

/** Speaks passages in another voice before anything is paid. Mount it only while it is open. */
export function RehearseDialog({ projectId, rehearsed, what, voiceId, voices, onUse, onClose }: RehearseDialogProps) {
	const [voice, setVoice] = useState(() => voices.find(({ voice_id }) => voice_id !== voiceId) ?? voices[0]);
	const rehearse = useRehearse(projectId);
	if (!voice) return null;
	const choose = (next: Voice) => {
		setVoice(next);
		rehearse.reset();
	};
	const isCurrent = voice.voice_id === voiceId;
	const start = () =>
		rehearse.mutate(
			{ voiceId: voice.voice_id, rehearsed },
			{ onSuccess: (rehearsal) => playFrom(rehearsal, voice, 0) },
		);
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={`Rehearse a voice for ${what}`}
			description="Hear up to three passages in another voice. Rehearsing is free and changes nothing."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Close</Button>
					{rehearse.data && !isCurrent ? (
						<Button
							variant="primary"
							onClick={() => {
								onUse(voice.voice_id);
								onClose();
							}}
						>
							Use this voice
						</Button>
					) : (
						<Button variant="primary" busy={rehearse.isPending} onClick={start}>
							Rehearse
						</Button>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-4 p-px">
				<VoicePicker value={voice} voices={voices} label="voice to rehearse" onChange={choose} />
				<div aria-live="polite">
					{rehearse.isPending ? <p className="text-muted">Generating three passages.</p> : null}
					{rehearse.isError ? (
						<p role="alert" className="text-danger">
							{messageOf(rehearse.error)}
						</p>
					) : null}
					{rehearse.data ? <Passages rehearsal={rehearse.data} voice={voice} isCurrent={isCurrent} /> : null}
				</div>
			</div>
		</Dialog>
	);
}

const passageId = (voiceId: string, at: number) => `rehearsal:${voiceId}:${at}`;

/** Plays a passage, then the next ones. */
function playFrom(rehearsal: Rehearsal, voice: Voice, at: number): void {
	const passage = rehearsal.passages[at];
	if (!passage) return;
	const file = new Blob([decodeBase64(passage.audio_base64)], { type: "audio/mpeg" });
	void player.load(
		{
			id: passageId(voice.voice_id, at),
			type: "voicePreview",
			player: { title: passage.text, description: `Rehearsal, ${voice.name}`, voice_id: voice.voice_id },
		},
		{ chunks: file.stream(), mimeType: "audio/mpeg" },
		{
			onEnded: () => {
				// Somebody may have closed the dialog or played something else.
				if (player.state().item?.id === passageId(voice.voice_id, at)) playFrom(rehearsal, voice, at + 1);
			},
		},
	);
}

function Passages({ rehearsal, voice, isCurrent }: { rehearsal: Rehearsal; voice: Voice; isCurrent: boolean }) {
	// What is heard belongs to this dialog.
	useEffect(
		() => () => {
			if (player.state().item?.id.startsWith("rehearsal:")) player.clear();
		},
		[],
	);
	return (
		<>
			<p className="font-medium tabular">
				{isCurrent ? "This voice speaks this text already." : rehearsalText(rehearsal, voice.name)}
			</p>
			<ol aria-label="Passages" className="mt-2 flex flex-col gap-1">
				{rehearsal.passages.map((passage, at) => (
					<Passage
						key={passageId(voice.voice_id, at)}
						itemId={passageId(voice.voice_id, at)}
						name={`passage ${at + 1}`}
						text={passage.text}
						onPlay={() => playFrom(rehearsal, voice, at)}
					/>
				))}
			</ol>
		</>
	);
}

type PassageProps = { itemId: string; name: string; text: string; onPlay: () => void };

function Passage({ itemId, name, text, onPlay }: PassageProps) {
	const playing = usePlaying(itemId);
	return (
		<li className={`flex items-start gap-2.5 rounded-control p-2 ${playing === "idle" ? "" : "bg-sunken"}`}>
			<PlayButton
				what={name}
				playing={playing === "playing"}
				onClick={() => (playing === "idle" ? onPlay() : player.toggle())}
			/>
			<p dir="auto" className="min-w-0 flex-1 break-words pt-1">
				{text}
			</p>
		</li>
	);
}
