import type { Voice } from "@timbre/contract/voices.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Check, ChevronsUpDown } from "lucide-react";
import { useId, useState } from "react";
import { PreviewButton } from "./components/preview-button.tsx";
import { VoiceFilter, type VoiceFilterValue } from "./components/voice-filter.tsx";
import { voiceFits, voiceTraits } from "./voices.public.tsx";

type VoicePickerProps = { voices: Voice[]; value: Voice; onChange: (voice: Voice) => void; compact?: boolean };

/** Shows the chosen voice; pressed, it opens the list of all, to search, hear and choose from. */
export function VoicePicker({ voices, value, onChange, compact = false }: VoicePickerProps) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
				className={cn(
					"flex min-w-0 items-center gap-3 rounded-control border border-control bg-raised text-left transition-colors hover:border-ink",
					compact ? "h-9 gap-2 px-2.5" : "w-full p-2.5",
				)}
			>
				<VoiceOrb voiceId={value.voice_id} size={compact ? 20 : 36} />
				<span className="min-w-0 flex-1">
					<span className="sr-only">Change voice: </span>
					<span className="block truncate font-medium">{value.name}</span>
					{compact ? null : <span className="block truncate text-[13px] text-muted">{voiceTraits(value)}</span>}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</button>
			<Dialog open={open} onOpenChange={setOpen} title="Choose a voice" className="max-w-lg">
				<VoiceChoices
					voices={voices}
					value={value}
					onChange={(voice) => {
						onChange(voice);
						setOpen(false);
					}}
				/>
			</Dialog>
		</>
	);
}

function VoiceChoices({ voices, value, onChange }: Omit<VoicePickerProps, "compact">) {
	const [filter, setFilter] = useState<VoiceFilterValue>({ search: "", language: "" });
	const group = useId();
	const fitting = voices.filter((voice) => voiceFits(voice, filter.search, filter.language));
	return (
		<div className="flex flex-col gap-3">
			<div className="px-px">
				<VoiceFilter voices={voices} value={filter} onChange={setFilter} />
			</div>
			<p role="status" className="sr-only">
				{fitting.length} voices
			</p>
			<ul className="-mx-2 h-96 max-h-[50dvh] overflow-y-auto">
				{fitting.map((voice) => (
					<li key={voice.voice_id} className="flex items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover">
						<PreviewButton voice={voice} size={36} />
						<button
							type="button"
							aria-pressed={voice.voice_id === value.voice_id}
							aria-describedby={`${group}-${voice.voice_id}`}
							onClick={() => onChange(voice)}
							className="flex min-w-0 flex-1 items-center gap-3 rounded-sm text-left"
						>
							<span className="min-w-0 flex-1">
								<span className="block truncate font-medium">{voice.name}</span>
								<span id={`${group}-${voice.voice_id}`} className="block truncate text-[13px] text-muted">
									{voiceTraits(voice)}
								</span>
							</span>
							{voice.voice_id === value.voice_id ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
						</button>
					</li>
				))}
				{fitting.length === 0 ? (
					<li className="py-16 text-center text-muted">No voice fits. Try fewer words.</li>
				) : null}
			</ul>
		</div>
	);
}
