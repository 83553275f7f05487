import { Page } from "../../shell/page/page.tsx";
import { NewTranscript } from "./components/new-transcript.tsx";
import { TranscriptList } from "./components/transcript-list.tsx";

export const meta = () => [{ title: "Speech to text - Timbre" }];

export default function TranscriptionPage() {
	return (
		<Page
			title="Speech to text"
			description="Turn recordings and videos into text with speakers and timestamps. Edit it beside the audio and export it."
		>
			<NewTranscript>
				<TranscriptList />
			</NewTranscript>
		</Page>
	);
}
