import { useMutation } from "@tanstack/react-query";
import { type LibraryVoice, maxSimilarFileBytes } from "@timbre/contract/voices.library.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Upload } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { bytes } from "../../../lib/format.ts";
import { similarToRecording } from "../voices.library.queries.ts";
import { LibraryRow } from "./library-row.tsx";

type SimilarDialogProps = { onOpen: (voice: LibraryVoice) => void; onClose: () => void };

/** Finds voices by how a recording sounds. The recording is compared and not kept. Mounted while it is open. */
export function SimilarDialog({ onOpen, onClose }: SimilarDialogProps) {
	const input = useRef<HTMLInputElement>(null);
	const search = useMutation({ mutationFn: similarToRecording });
	const choose = (event: ChangeEvent<HTMLInputElement>) => {
		const [file] = event.target.files ?? [];
		// The same file may be chosen again.
		event.target.value = "";
		if (file) search.mutate(file);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Find by a recording"
			description={`A few seconds of one person speaking, at most ${bytes(maxSimilarFileBytes)}. It is compared with the library and not kept.`}
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
				Choose a recording
			</Button>
			<div role="status" className="mt-3">
				{search.isPending ? <p className="text-muted">Comparing {search.variables.name} with the library.</p> : null}
				{search.data?.length === 0 ? <p className="text-muted">Nothing in the library sounds like it.</p> : null}
			</div>
			{search.isError ? (
				<p role="alert" className="mt-3 text-danger">
					{messageOf(search.error)}
				</p>
			) : null}
			{search.data?.length ? (
				<ul aria-label="Voices that sound alike" className="mt-1">
					{search.data.map((voice) => (
						<LibraryRow key={voice.voice_id} voice={voice} onOpen={onOpen} />
					))}
				</ul>
			) : null}
		</Dialog>
	);
}
