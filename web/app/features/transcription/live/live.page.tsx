import { creditsPerMinute } from "@timbre/contract/plans.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Link } from "react-router";
import { Page } from "../../../shell/page/page.tsx";
import { transcriptionPath } from "../transcription.queries.ts";
import { LiveView } from "./components/live-view.tsx";

export const meta = () => [{ title: "Live transcription - Timbre" }];

export default function LivePage() {
	return (
		<Page
			title="Live transcription"
			description={`Speak and read along. Costs ${creditsPerMinute.realtimeTranscription} credits per minute of audio.`}
			actions={
				<Button asChild>
					<Link to={transcriptionPath}>All transcripts</Link>
				</Button>
			}
			className="max-w-3xl"
		>
			<LiveView />
		</Page>
	);
}
