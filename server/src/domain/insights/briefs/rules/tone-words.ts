/** Words of the tone of calls. Chosen for this service; each counts wherever it is said, and once for each time. */
export const POSITIVE =
  /\b(?:strong(?:er|est|ly)?|record|exceed(?:ed|ing|s)?|outperform\w*|ahead of|improv(?:ed|ing|ement|ements|es)|grew|growing|growth|robust|solid|momentum|pleased|proud|excellent|outstanding|successful(?:ly)?|success|gain(?:ed|s)?|accelerat(?:ed|ing|ion)|expand(?:ed|ing)|profitab(?:le|ility)|healthy|favou?rable|resilien(?:t|ce)|confident|upside|beat|win(?:s|ning)?|efficien(?:t|cy|cies)|rais(?:ed|ing) (?:our )?(?:guidance|outlook))\b/gi;

export const NEGATIVE =
  /\b(?:weak(?:er|ness|ened|ening)?|declin(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|lower(?:ed)?|loss(?:es)?|headwinds?|challeng(?:e|es|ing|ed)|pressures?|pressured|soft(?:er|ness|ening)?|disappoint(?:ed|ing|ment)|miss(?:ed)?|shortfall|delay(?:s|ed)?|disrupt(?:ion|ions|ed)|impair(?:ment|ments|ed)|slow(?:er|down|ed|ing)|uncertain(?:ty|ties)?|difficult(?:y|ies)?|unfavou?rable|adverse(?:ly)?|restructuring|layoffs?|litigation|deteriorat(?:e|ed|ing|ion)|below|cut(?:s|ting)?|concern(?:s|ed)?|churn|downturn|inflation(?:ary)?)\b/gi;

/** Words that leave what is said half open. */
export const HEDGES =
  /\b(?:may|might|could|possibly|perhaps|probably|likely|approximately|roughly|around|somewhat|sort of|kind of|we think|we believe|i think|i guess|hopefully|we hope|potentially|generally|it depends|hard to say|difficult to predict|too early)\b/gi;

/** An answer that is none. */
export const NO_ANSWER =
  /\b(?:can['’]?t|cannot|won['’]?t|not going to|unable to|don['’]?t|do not|not able to|rather not|prefer not to) (?:really )?(?:comment|speculate|discuss|disclose|quantify|guide|break (?:that|it) out|give (?:a |any |that )?(?:number|guidance|specifics?)|share|speak to|go into)/i;
