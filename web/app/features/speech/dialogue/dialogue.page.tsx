import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { MessagesSquare } from "lucide-react";
import { SpeechTool } from "../components/speech-tool.tsx";
import { DialogueWorkbench } from "./components/dialogue-workbench.tsx";

export const meta = () => [{ title: "Dialogue - Timbre" }];

export default function DialoguePage() {
	return (
		<SpeechTool title="Text to dialogue" icon={<MessagesSquare aria-hidden="true" />} loading={<Loading />}>
			{(voices, models) => <DialogueWorkbench voices={voices} models={models} />}
		</SpeechTool>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-3 px-4 py-5 md:px-8 lg:px-12">
			<p className="sr-only">Loading voices</p>
			<Skeleton className="h-24 max-w-3xl rounded-card" />
			<Skeleton className="h-24 max-w-3xl rounded-card" />
		</div>
	);
}
