import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { ChevronsUpDown } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { VoiceBadges } from "./voices.badges.public.tsx";
import { termBadges, termsOf } from "./voices.format.public.ts";
import { voiceTraits } from "./voices.public.ts";

// Load the list on hover or focus: most people rarely change their voice.
const loadChoices = () => import("./picker/components/voice-choices.tsx");
const VoiceChoices = lazyPart(async () => (await loadChoices()).VoiceChoices);
const preload = () => void loadChoices().catch(() => undefined);

type VoicePickerProps = {
	value: Voice;
	onChange: (voice: Voice) => void;
	/** Limits the choice to these voices. */
	voices?: Voice[];
	/** Accessible name of the choice, if a page has several pickers. */
	label?: string;
	compact?: boolean;
	className?: string;
};

/** Shows the selected voice and opens the list of voices. */
export function VoicePicker(props: VoicePickerProps) {
	const { value, onChange, label = "voice", compact = false } = props;
	const [open, setOpen] = useState(false);
	const badges = compact ? [] : termBadges(termsOf(value));
	return (
		<>
			<button
				type="button"
				aria-haspopup="dialog"
				data-tour="voice"
				onClick={() => setOpen(true)}
				onPointerEnter={preload}
				onFocus={preload}
				className={cn(
					"flex min-w-0 items-center gap-3 rounded-control border border-control bg-raised text-left transition-colors hover:border-ink",
					compact ? "h-9 gap-2 px-2.5" : "w-full p-2.5",
					props.className,
				)}
			>
				<VoiceOrb voiceId={value.voice_id} size={compact ? 20 : 36} />
				<span className="min-w-0 flex-1">
					<span className="sr-only">Change {label}: </span>
					<span className="block truncate font-medium" title={value.name}>
						{value.name}
					</span>
					{compact ? null : (
						<span className="block truncate text-[13px] text-muted" title={voiceTraits(value)}>
							{voiceTraits(value)}
						</span>
					)}
					{badges.length === 0 ? null : (
						<span className="mt-1 flex flex-wrap gap-1">
							<VoiceBadges badges={badges} />
						</span>
					)}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</button>
			<Dialog open={open} onOpenChange={setOpen} title="Choose a voice" className="max-w-lg">
				<Suspense fallback={<Spinner className="mx-auto my-24 size-5" />}>
					<VoiceChoices
						voices={props.voices}
						value={value}
						onChange={(voice) => {
							onChange(voice);
							setOpen(false);
						}}
					/>
				</Suspense>
			</Dialog>
		</>
	);
}
