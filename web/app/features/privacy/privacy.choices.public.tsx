import { BrowserChoices } from "./components/browser-choices.tsx";

/** Privacy choices for visitors, with or without an account. */
export function VisitorChoices() {
	return <BrowserChoices />;
}
