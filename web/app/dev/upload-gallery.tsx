import { FileRecorder } from "@timbre/ui/audio/recorder/file-recorder.tsx";
import { useUploads } from "../features/uploads/uploads.public.ts";
import { UploadZone } from "../features/uploads/uploads.zone.public.tsx";
import { Sample } from "./sample.tsx";

export function UploadGallery() {
	const one = useUploads();
	const several = useUploads({ maxFiles: 100 });
	return (
		<>
			<Sample title="Upload of one file">
				<div className="w-full">
					<UploadZone uploads={one} title="Drop one file here" />
				</div>
			</Sample>
			<Sample title="Upload of several files, and of recordings">
				<div className="w-full">
					<UploadZone uploads={several} title="Drop several files here" />
				</div>
				<FileRecorder
					name={`Recording ${several.items.length + 1}`}
					maxSeconds={3600}
					onRecorded={(file) => several.add([file])}
					className="w-full"
				/>
			</Sample>
		</>
	);
}
