import { NoShippedVoices } from "./components/no-shipped-voices.tsx";
import { OwnVoices } from "./components/own-voices.tsx";
import { PreviewProgress } from "./components/preview-progress.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "Default voices - Timbre" }];

export default function DefaultVoicesPage() {
	return (
		<VoicesFrame title="Default voices" description="The voices that come with this server, open to everybody on it.">
			<PreviewProgress />
			<OwnVoices type="default" empty={<NoShippedVoices />} />
		</VoicesFrame>
	);
}
