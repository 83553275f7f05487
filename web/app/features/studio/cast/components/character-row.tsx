import type { Character } from "@timbre/contract/studio/cast-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ellipsis, Headphones, Merge, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { counted } from "../../../../lib/text/format.ts";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { PreviewButton } from "../../../voices/voices.preview.public.tsx";
import type { VoiceName } from "../../model/studio-voices.ts";

type CharacterRowProps = {
	character: Character;
	defaultVoiceId: string;
	editable: boolean;
	canMerge: boolean;
	voices: Voice[];
	nameOf: VoiceName;
	onVoice: (voiceId: string | null) => void;
	onRehearse: () => void;
	onRename: () => void;
	onMerge: () => void;
	onDelete: () => void;
};

export function CharacterRow(props: CharacterRowProps) {
	const { character, defaultVoiceId, editable, voices, nameOf } = props;
	const { name, aliases, lines, voice_id } = character;
	const voiceId = voice_id ?? defaultVoiceId;
	// A voice that can't be chosen any more still shows its name; the picker then starts from another voice.
	const voice = voices.find((one) => one.voice_id === voiceId);
	const start = voice ?? voices[0];
	const others = aliases.filter((alias) => alias !== name).join(", ");
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b py-3 pr-3 pl-4 last:border-b-0">
			{voice ? <PreviewButton voice={voice} /> : <VoiceOrb voiceId={voiceId} size={40} />}
			<div className="min-w-0 flex-1 basis-40">
				<h2 className="truncate font-medium" title={name}>
					{name}
				</h2>
				<p className="truncate text-[13px] text-muted" title={others}>
					<span className="tabular">{counted(lines, "line")}</span>
					{others === "" ? "" : ` · also ${others}`}
				</p>
			</div>
			<div className="flex min-w-0 items-center gap-2 max-sm:order-last max-sm:w-full max-sm:pl-[52px]">
				{voice_id === null ? <span className="text-[13px] text-muted">Default</span> : null}
				{start && editable ? (
					<>
						{voice ? null : <span className="truncate text-[13px] text-muted">{nameOf(voiceId)}</span>}
						<VoicePicker
							value={start}
							voices={voices}
							label={`voice of ${name}`}
							compact
							className="w-52 max-w-full max-sm:min-w-0 max-sm:flex-1"
							onChange={({ voice_id: chosen }) => props.onVoice(chosen)}
						/>
					</>
				) : (
					<span className="truncate">{nameOf(voiceId)}</span>
				)}
			</div>
			{editable ? (
				<DropdownMenu>
					<DropdownMenuTrigger asChild>
						<IconButton label={`More actions for ${name}`} tooltip={false} size="small">
							<Ellipsis aria-hidden="true" />
						</IconButton>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={props.onRename}>
							<Pencil aria-hidden="true" />
							Rename
						</DropdownMenuItem>
						<DropdownMenuItem disabled={lines === 0} onSelect={props.onRehearse}>
							<Headphones aria-hidden="true" />
							Rehearse another voice
						</DropdownMenuItem>
						<DropdownMenuItem disabled={voice_id === null} onSelect={() => props.onVoice(null)}>
							<RotateCcw aria-hidden="true" />
							Use default voice
						</DropdownMenuItem>
						<DropdownMenuItem disabled={!props.canMerge} onSelect={props.onMerge}>
							<Merge aria-hidden="true" />
							Merge into…
						</DropdownMenuItem>
						<DropdownMenuItem onSelect={props.onDelete}>
							<Trash2 aria-hidden="true" />
							Delete
						</DropdownMenuItem>
					</DropdownMenuContent>
				</DropdownMenu>
			) : null}
		</li>
	);
}
