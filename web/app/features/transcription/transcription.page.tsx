import { Button } from "@timbre/ui/primitives/button.tsx";
import { Mic } from "lucide-react";
import { Link } from "react-router";
import { Page } from "../../shell/page/page.tsx";
import { NewTranscript } from "./components/new-transcript.tsx";
import { TranscriptList } from "./components/transcript-list.tsx";
import { livePath } from "./transcription.queries.ts";

export const meta = () => [{ title: "Speech to text - Timbre" }];

export default function TranscriptionPage() {
	return (
		<Page
			title="Speech to text"
			description="Turn recordings and videos into text with speakers and timestamps. Edit it beside the audio and export it."
			actions={
				<Button asChild>
					<Link to={livePath}>
						<Mic aria-hidden="true" />
						Live transcription
					</Link>
				</Button>
			}
		>
			<NewTranscript>
				<TranscriptList />
			</NewTranscript>
		</Page>
	);
}
