import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { UsersRound } from "lucide-react";
import { Link } from "react-router";
import { OwnVoices } from "./components/own-voices.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "Workspace voices - Timbre" }];

export default function WorkspaceVoicesPage() {
	return (
		<VoicesFrame title="Workspace voices" description="Voices that people of this workspace have made and share here.">
			<OwnVoices
				type="workspace"
				withCategory
				empty={
					<EmptyState
						icon={<UsersRound aria-hidden="true" />}
						title="Nothing shared in this workspace yet"
						action={
							<Button asChild>
								<Link to="/app/voice-lab">My voices</Link>
							</Button>
						}
					>
						A voice that somebody here shares with the others appears on this page.
					</EmptyState>
				}
			/>
		</VoicesFrame>
	);
}
