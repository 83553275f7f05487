import { NoShippedVoices } from "./components/no-shipped-voices.tsx";
import { OwnVoices } from "./components/own-voices.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "Voices - Timbre" }];

export default function VoicesPage() {
	return (
		<VoicesFrame title="Voices" description="All voices you can use. Play a preview or open a voice for details.">
			<OwnVoices withCategory empty={<NoShippedVoices />} />
		</VoicesFrame>
	);
}
