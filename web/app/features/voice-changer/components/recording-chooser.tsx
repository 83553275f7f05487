import { maxConversionSeconds } from "@timbre/contract/voice-changer/rules.ts";
import { Recorder } from "@timbre/ui/audio/recorder/recorder.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { Plus } from "lucide-react";
import { useState } from "react";
import { player } from "../../../lib/audio/player.ts";
import type { Uploads } from "../../uploads/uploads.public.ts";
import { UploadZone } from "../../uploads/uploads.zone.public.tsx";

/** A WAV of this length has about 55 MB. */
const recordSeconds = 600;

/** Takes a recording from a file or the microphone. */
export function RecordingChooser({ uploads, disabled }: { uploads: Uploads; disabled: boolean }) {
	const [take, setTake] = useState<File | null>(null);
	const [takes, setTakes] = useState(1);
	const hasFile = uploads.items.length > 0;
	return (
		<Tabs defaultValue="upload">
			<TabsList>
				<TabsTrigger value="upload">Upload</TabsTrigger>
				<TabsTrigger value="record">Record</TabsTrigger>
			</TabsList>
			<TabsContent value="upload">
				<UploadZone
					uploads={uploads}
					title="Drop a recording here"
					advice={`One voice works best. Up to ${maxConversionSeconds / 60} minutes.`}
					disabled={disabled}
				/>
			</TabsContent>
			<TabsContent value="record" className="flex flex-col gap-3">
				{hasFile ? (
					<UploadZone uploads={uploads} disabled={disabled} />
				) : (
					<>
						<Recorder
							key={takes}
							engine={player}
							name={`Recording ${takes}`}
							maxSeconds={recordSeconds}
							disabled={disabled}
							onChange={setTake}
						/>
						<Button
							className="self-start"
							disabled={!take || disabled}
							onClick={() => {
								if (!take) return;
								uploads.add([take]);
								setTake(null);
								setTakes(takes + 1);
							}}
						>
							<Plus aria-hidden="true" />
							Use this recording
						</Button>
					</>
				)}
			</TabsContent>
		</Tabs>
	);
}
