import { BrowserChoices } from "./components/browser-choices.tsx";

/** For visitors: what is decided in this browser, with and without an account. */
export function VisitorChoices() {
	return <BrowserChoices />;
}
