import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";

type LibraryNameProps = { voice: LibraryVoice; onOpen: (voice: LibraryVoice) => void };

/** Opens the voice details. Its click area covers the full row; controls above it stay clickable. */
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
