import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createRequiredContext } from "./required-context.ts";

const [NameContext, useName] = createRequiredContext<string>("NameContext");
const Name = () => <b>{useName()}</b>;

test("SHELL-031 using a context outside its provider throws", () => {
	expect(() => renderToStaticMarkup(<Name />)).toThrow("NameContext is used outside of its provider.");
	expect(
		renderToStaticMarkup(
			<NameContext value="Ada">
				<Name />
			</NameContext>,
		),
	).toBe("<b>Ada</b>");
});
