import { useMutation } from "@tanstack/react-query";
import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { maxSimilarFileBytes } from "@timbre/contract/voice-library/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Upload } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { bytes } from "../../../lib/text/format.ts";
import { similarToRecording } from "../voice-library.queries.ts";
import { LibraryRow } from "./library-row.tsx";

type SimilarDialogProps = { onOpen: (voice: LibraryVoice) => void; onClose: () => void };

/** Finds voices similar to a recording. The recording is not stored. Mounted only while open. */
export function SimilarDialog({ onOpen, onClose }: SimilarDialogProps) {
	const input = useRef<HTMLInputElement>(null);
	const search = useMutation({ mutationFn: similarToRecording });
	const choose = (event: ChangeEvent<HTMLInputElement>) => {
		const [file] = event.target.files ?? [];
		// Allow choosing the same file again.
		event.target.value = "";
		if (file) search.mutate(file);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Search by recording"
			description={`Upload a few seconds of one speaker, up to ${bytes(maxSimilarFileBytes)}. The recording is not stored.`}
			className="max-w-2xl"
		>
			<input
				ref={input}
				type="file"
				accept="audio/*"
				aria-label="Recording"
				tabIndex={-1}
				className="sr-only"
				onChange={choose}
			/>
			<Button busy={search.isPending} onClick={() => input.current?.click()}>
				<Upload aria-hidden="true" />
				Choose recording
			</Button>
			<div role="status" className="mt-3">
				{search.isPending ? <p className="text-muted">Comparing {search.variables.name} with the library.</p> : null}
				{search.data?.length === 0 ? <p className="text-muted">No similar voices in the library.</p> : null}
			</div>
			{search.isError ? (
				<p role="alert" className="mt-3 text-danger">
					{messageOf(search.error)}
				</p>
			) : null}
			{search.data?.length ? (
				<ul aria-label="Similar voices" className="mt-1">
					{search.data.map((voice) => (
						<LibraryRow key={voice.voice_id} voice={voice} onOpen={onOpen} />
					))}
				</ul>
			) : null}
		</Dialog>
	);
}
