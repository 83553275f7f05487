import { HistoryView } from "./components/history-view.tsx";

export const meta = () => [{ title: "Voice changer history - Timbre" }];

export default function ConversionsPage() {
	return (
		<HistoryView
			title="Voice changer history"
			description="Recordings this workspace has converted to another voice, newest first."
			source="STS"
			empty={{
				text: "Your converted recordings appear here, ready to play, download or share.",
				to: "/app/speech-synthesis/speech-to-speech",
				action: "Change a voice",
			}}
		/>
	);
}
