import type { LibraryVoice } from "@timbre/contract/voices.library.ts";

type LibraryNameProps = { voice: LibraryVoice; onOpen: (voice: LibraryVoice) => void };

/** The name of a voice, which opens what is known of it. All around it can be pressed; what lies above that is pressed for itself. */
export function LibraryName({ voice, onOpen }: LibraryNameProps) {
	return (
		<h3 className="min-w-0 truncate font-medium" title={voice.name}>
			<button
				type="button"
				aria-haspopup="dialog"
				onClick={() => onOpen(voice)}
				className="max-w-full truncate rounded-sm align-bottom after:absolute after:inset-0"
			>
				{voice.name}
			</button>
		</h3>
	);
}
