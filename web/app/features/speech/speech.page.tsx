import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { AudioLines } from "lucide-react";
import { SpeechTool } from "./components/speech-tool.tsx";
import { Workbench } from "./components/workbench.tsx";

export const meta = () => [{ title: "Text to speech - Timbre" }];

export default function SpeechPage() {
	return (
		<SpeechTool title="Text to speech" icon={<AudioLines aria-hidden="true" />} loading={<Loading />}>
			{(voices, models) => <Workbench voices={voices} allModels={models} />}
		</SpeechTool>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex min-h-0 flex-1">
			<p className="sr-only">Loading voices</p>
			<div className="flex flex-1 flex-col gap-3 px-4 py-7 md:px-8 lg:px-12">
				<Skeleton className="h-5 w-2/3" />
				<Skeleton className="h-5 w-1/2" />
			</div>
			<div className="flex w-84 flex-col gap-6 border-line border-l p-5 max-lg:hidden">
				<Skeleton className="h-8" />
				<Skeleton className="h-14" />
				<Skeleton className="h-14" />
				<Skeleton className="h-20" />
				<Skeleton className="h-10" />
			</div>
		</div>
	);
}
