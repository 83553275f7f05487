import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useUploads } from "../../uploads/uploads.public.ts";
import { UploadZone } from "../../uploads/uploads.zone.public.tsx";
import type { Content } from "../voiceover.queries.ts";

type MediaDialogProps = { kind: "source" | "sound"; content: Content; onClose: () => void };

/** Uploads a file and adds it as soon as it is stored. Mount it only while it is open. */
export function MediaDialog({ kind, content, onClose }: MediaDialogProps) {
	const uploads = useUploads({
		onUploaded: ({ uploadId }) =>
			content.addClip.mutate(
				{ upload_id: uploadId, kind, ...(kind === "sound" ? { track: 1 } : {}) },
				{ onSuccess: onClose },
			),
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={kind === "source" ? "Add a video or recording" : "Add a sound"}
			description={
				kind === "source"
					? "It plays on top of the timeline. Its picture is never changed."
					: "Music or sound effects on a further track, lowered while a line speaks."
			}
			className="max-w-lg"
			footer={<Button onClick={onClose}>Cancel</Button>}
		>
			<UploadZone uploads={uploads} advice="Up to 30 minutes." disabled={content.addClip.isPending} />
		</Dialog>
	);
}
